"""Written cases: places."""

from __future__ import annotations

from tests.judge.written.case import Case
from webcosm.judge.answers import Address, Coordinates

__all__ = ["CASES"]

CASES = (
    Case(
        Coordinates(40.7128, -74.0060),
        (
            "40.7128, -74.0060",
            "(40.7128, -74.006)",
            "40.7128,-74.0060",
            "40.7128° N, 74.0060° W",
            "40.7128 N 74.0060 W",
            "N 40.7128, W 74.0060",
            "latitude 40.7128, longitude -74.0060",
            "lat: 40.7128, lon: -74.0060",
            "longitude: -74.0060, latitude: 40.7128",
            "40°42'46\"N 74°00'22\"W",
            "40°42′46″N, 74°0′22″W",
            "POINT(-74.0060 40.7128)",
            "geo:40.7128,-74.0060",
            "The coordinates are 40.7128, -74.0060.",
            {"lat": 40.7128, "lon": -74.006},
            {"longitude": -74.006, "latitude": 40.7128},
            [40.7128, -74.006],
            '{"answer": {"lat": 40.7128, "lng": -74.006}}',
        ),
        (
            "40.7128, 74.0060",
            "-74.0060, 40.7128",
            "40.7128",
            "40.71, -74.00",
            "40.7128, -74.0060, 41.0, -75.0",
            "40.7128 S, 74.0060 W",
            "40.7128, -74.0060 or 41, -75",
            "not 40.7128, -74.0060",
            "maybe 40.7128, -74.0060",
            "lat 40.7128, lat -74.0060",
            "",
            "N/A",
            [40.7128],
            [[40.7128, -74.006], [41, -75]],
            {"lat": 41, "lon": -74.006},
        ),
    ),
    Case(
        Address(
            "12 Oak Street, Apt 4, Springfield, Illinois 62701, USA",
            optional=("USA", "United States"),
            states=(("Illinois", "IL"), ("New York", "NY")),
        ),
        (
            "12 Oak Street, Apt 4, Springfield, Illinois 62701, USA",
            "12 Oak St., Apt. 4, Springfield, IL 62701",
            "12 oak st apt 4 springfield il 62701",
            "12 Oak Street #4, Springfield, IL 62701, United States",
            "12 Oak Street, Apartment 4\nSpringfield, Illinois 62701",
            "12 Oak St, Unit 4, Springfield, IL 62701.",
            "The address is 12 Oak St, Apt 4, Springfield, IL 62701.",
        ),
        (
            "12 Oak Avenue, Apt 4, Springfield, IL 62701",
            "13 Oak Street, Apt 4, Springfield, IL 62701",
            "12 Oak Street, Springfield, IL 62701",
            "12 Oak Street, Apt 4, Springfield, NY 62701",
            "12 Oak Street, Apt 4, Springfield",
            "12 Oak St, Apt 4, Springfield, IL 62701 or 14 Elm St, Springfield, IL 62701",
            "12 Oak St, Apt 4, Springfield, IL 62701; 14 Elm St, Springfield, IL 62701",
            "not 12 Oak St, Apt 4, Springfield, IL 62701",
            "112 Oak St, Apt 4, Springfield, IL 62701",
            "",
            "N/A",
        ),
    ),
    Case(
        Address("350 West Fifth Avenue"),
        ("350 W 5th Ave", "350 West 5th Avenue", "350 W. Fifth Ave."),
        ("350 E 5th Ave", "350 W 6th Ave", "35 W 5th Ave", "350 W 5th St"),
    ),
    Case(
        Address("5000 Alder Avenue, Millbrook, PA 15299"),
        (
            "5000 Alder Ave, Millbrook, PA 15299",
            "5000 Alder Ave., Millbrook PA 15299",
            "Address: 5000 Alder Avenue, Millbrook, PA 15299",
            "The address is 5000 Alder Avenue, Millbrook, PA 15299.",
        ),
        (
            "5000 Alder Ave",
            "5001 Alder Ave, Millbrook, PA 15299",
        ),
    ),
    Case(
        Coordinates(40.44, -79.94, tolerance=0.01),
        (
            "40.44, -79.94",
            "40.44° N 79.94° W",
            "40.4427 N, 79.9430 W",
            "Latitude: 40.44\nLongitude: -79.94",
            "lat=40.44&lon=-79.94",
            "40.44 / -79.94",
        ),
        (
            "40.44",
            "79.94, 40.44",
        ),
    ),
)
