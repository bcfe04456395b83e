from __future__ import annotations

import re
from collections import Counter

from webcosm.lore import Lore
from webcosm.lore.companies import BRAND_FIELDS
from webcosm.lore.webnames import RESERVED_HOSTS
from webcosm.lore.wordlists import table


def test_ids_and_names(lore: Lore) -> None:
    companies = lore.companies
    assert [company.id for company in companies] == list(range(len(companies)))
    assert len(companies) > 400
    names = Counter(company.name for company in companies)
    assert max(names.values()) == 1


def test_every_industry_exists(lore: Lore) -> None:
    industries = {company.industry for company in lore.companies}
    assert industries >= {row[0] for row in table("companies", "industries", 4)}
    assert industries >= {"retail", "restaurants", "banking", "health", "schools", "government", "higher education"}


def test_a_chain_and_its_company_have_one_id(lore: Lore) -> None:
    for chain in lore.region.chains:
        company = lore.company(chain.company_id)
        assert company.chain_id == chain.id == company.id
        assert company.website == chain.website
        assert chain.name in company.name


def test_public_employers_are_places(lore: Lore) -> None:
    for company in lore.companies:
        assert (company.kind == "public") == (company.poi_id is not None)
        if company.poi_id is not None:
            assert lore.poi(company.poi_id).address == company.address


def test_addresses_are_real(lore: Lore) -> None:
    for company in lore.companies:
        street = lore.street(company.address.street_id)
        assert street.city_id == company.city_id == company.address.city_id
        assert street.first_number <= company.address.number <= street.last_number
        assert company.address.postcode == street.postcode


def test_offices_are_at_no_other_door(lore: Lore) -> None:
    doors = {(poi.address.street_id, poi.address.number) for poi in lore.region.pois if poi.address}
    offices = [(c.address.street_id, c.address.number) for c in lore.companies if c.kind != "public"]
    assert len(set(offices)) == len(offices)
    assert not doors & set(offices)


def test_websites_phones_and_tickers(lore: Lore) -> None:
    sites = Counter(company.website for company in lore.companies)
    assert max(sites.values()) == 1
    assert all(re.fullmatch(r"[a-z0-9-]+\.test", site) for site in sites)
    assert not RESERVED_HOSTS & set(sites)
    phones = [company.phone for company in lore.companies]
    assert len(set(phones)) == len(phones)
    tickers = [company.ticker for company in lore.companies if company.ticker]
    assert len(tickers) > 10
    assert len(set(tickers)) == len(tickers)
    assert all(re.fullmatch("[A-Z]{3,4}", ticker) for ticker in tickers)


def test_years_and_sizes(lore: Lore) -> None:
    for company in lore.companies:
        assert lore.city(company.city_id).founded <= company.founded < lore.today.year
        assert company.employees >= 3
        if company.industry == "software":
            assert company.founded >= 1984
        assert company.slogan.endswith(".")
        assert "{" not in company.slogan + company.name


def test_brands(lore: Lore) -> None:
    assert len(lore.brands) >= 250
    assert [brand.id for brand in lore.brands] == list(range(len(lore.brands)))
    names = Counter(brand.name for brand in lore.brands)
    assert max(names.values()) == 1
    for brand in lore.brands:
        owner = lore.company(brand.company_id)
        assert owner.industry == BRAND_FIELDS[brand.field]
        assert owner.founded <= brand.founded < lore.today.year
        assert brand.tier in ("budget", "standard", "premium")
        assert re.fullmatch("#[0-9a-f]{6}", brand.colour)
    assert set(lore.brands_of_field) == set(BRAND_FIELDS)
    assert min(len(brands) for brands in lore.brands_of_field.values()) >= 10


def test_no_two_sites_of_the_universe_share_a_host(lore: Lore) -> None:
    hosts = [brand.website for brand in lore.brands]
    hosts += [company.website for company in lore.companies if company.kind == "business"]
    hosts += [chain.website for chain in lore.region.chains]
    hosts += [poi.website for poi in lore.region.pois if poi.website and poi.chain_id is None]
    assert len(set(hosts)) == len(hosts)
