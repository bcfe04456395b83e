"""Private, copy-on-write universes: build, cache, fork, reset, diff."""

from webcosm.worlds.cache import cache_folder
from webcosm.worlds.changes import Change, Teller
from webcosm.worlds.clock import BEGINNING, Clock, Moment, Timepiece
from webcosm.worlds.database import Database, Row, Value
from webcosm.worlds.errors import (
    DiskFull,
    ForbiddenSql,
    ImageBroken,
    SiteFailed,
    SnapshotMismatch,
    WorldClosed,
    WorldError,
)
from webcosm.worlds.history import Happening, StepChanges, agents_changes, folded_steps
from webcosm.worlds.image import SCALES, Blueprint, Image
from webcosm.worlds.outdated import outdated_images, remove_outdated_images
from webcosm.worlds.pictures import Picture, PictureFinder, WorldPictures
from webcosm.worlds.preparation import Preparation
from webcosm.worlds.served import NUMBER as PAGE_NUMBER
from webcosm.worlds.served import Fact, ServedPage
from webcosm.worlds.storage import Method, can_link
from webcosm.worlds.switches import Setting, Switch, read_switches
from webcosm.worlds.trails import Trail
from webcosm.worlds.world import Universe, World, WorldState

__all__ = [
    "BEGINNING",
    "PAGE_NUMBER",
    "SCALES",
    "Blueprint",
    "Change",
    "Clock",
    "Database",
    "DiskFull",
    "Fact",
    "ForbiddenSql",
    "Happening",
    "Image",
    "ImageBroken",
    "Method",
    "Moment",
    "Picture",
    "PictureFinder",
    "Preparation",
    "Row",
    "ServedPage",
    "Setting",
    "SiteFailed",
    "SnapshotMismatch",
    "StepChanges",
    "Switch",
    "Teller",
    "Timepiece",
    "Trail",
    "Universe",
    "Value",
    "World",
    "WorldClosed",
    "WorldError",
    "WorldPictures",
    "WorldState",
    "agents_changes",
    "cache_folder",
    "can_link",
    "folded_steps",
    "outdated_images",
    "read_switches",
    "remove_outdated_images",
]
