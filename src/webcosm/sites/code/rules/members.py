"""Who belongs to projects and groups, and with which access."""

from __future__ import annotations

from datetime import date
from typing import Literal

from webcosm.sites.code.rules.activity import add_event
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.viewer import ACCESS, OWNER, Viewer
from webcosm.worlds import Database, Row, Value, World

__all__ = [
    "add_member",
    "change_member",
    "inherited_members",
    "may_be_assigned",
    "members_of",
    "remove_member",
    "share_group",
    "unshare_group",
]

Where = Literal["project_id", "namespace_id"]
BY_NAME = "account.name COLLATE NOCASE, account.id"


def may_be_assigned(world: World, project: Row, account: Row) -> bool:
    """Issues and merge requests go to people who may see the project."""
    return Viewer(world.code, account, str(world.clock.today())).may("see", project)


def members_of(db: Database, where: Where, number: int, order: str = BY_NAME) -> list[Row]:
    """Those who were added here themselves, also those whose time is over."""
    return db.rows(
        "SELECT member.*, account.name, account.username, account.id AS account_id, inviter.name AS inviter FROM member"
        " JOIN account ON account.id = member.account_id LEFT JOIN account AS inviter ON inviter.id = by_id"
        f" WHERE member.{where} = ? ORDER BY {order}",
        number,
    )


def inherited_members(db: Database, namespace_id: int) -> list[Row]:
    """Those who belong to the groups above, the nearest group first; of a user's namespace its owner."""
    rows: list[Row] = []
    seen: set[int] = set()
    number: int | None = namespace_id
    while number is not None:
        group = db.row("SELECT * FROM namespace WHERE id = ?", number)
        assert group
        if group.kind == "user":
            owner = db.row("SELECT * FROM account WHERE id = ?", group.account_id)
            assert owner
            told: dict[str, Value] = {"id": 0, "account_id": owner.id, "name": owner.name, "username": owner.username}
            rows.append(
                Row(told | {"access": OWNER, "expires": None, "created": owner.created, "group": group.full_path})
            )
        for row in members_of(db, "namespace_id", number):
            if row.account_id not in seen:
                seen.add(row.account_id)
                rows.append(Row({**row, "group": group.full_path}))
        number = group.parent_id
    return rows


def _check(world: World, giver: Viewer, level: int, access: int, expires: date | None) -> None:
    if access not in ACCESS:
        raise Refused(f"An access level is one of {', '.join(ACCESS.values())}.")
    if access > level and not giver.is_admin:
        raise Refused(f"You cannot give more access than you have: you are {ACCESS[level]}.")
    if expires is not None and expires <= world.clock.today():
        raise Refused("The last day of a membership must be after today.")


def add_member(
    world: World,
    giver: Viewer,
    level: int,
    account: Row,
    access: int,
    expires: date | None = None,
    **of: int,
) -> None:
    """``project_id=`` or ``namespace_id=`` says where; ``level`` is what the giver is there."""
    db = world.code
    _check(world, giver, level, access, expires)
    ((where, number),) = of.items()
    known = db.value(f"SELECT access FROM member WHERE {where} = ? AND account_id = ?", number, account.id)
    if known is not None:
        raise Refused(f"{account.name} is a member already, as {ACCESS[known]}.")
    db.insert(
        "member",
        account_id=account.id,
        access=access,
        expires=str(expires) if expires else None,
        by_id=giver.id,
        created=world.clock.stamp(),
        **of,
    )
    if where == "project_id":
        db.run("DELETE FROM access_request WHERE project_id = ? AND account_id = ?", number, account.id)
        add_event(world, account.id, "joined", project_id=number)


def change_member(world: World, giver: Viewer, level: int, member: Row, access: int, expires: date | None) -> None:
    if member.access > level and not giver.is_admin:
        raise Refused(f"You cannot change somebody who is {ACCESS[member.access]}.")
    _check(world, giver, level, access, expires)
    _keep_an_owner(world.code, member, access)
    world.code.run(
        "UPDATE member SET access = ?, expires = ? WHERE id = ?", access, str(expires) if expires else None, member.id
    )


def remove_member(world: World, giver: Viewer, level: int, member: Row) -> None:
    """Somebody leaves, or is taken out by somebody with as much access."""
    if member.account_id != giver.id and member.access > level and not giver.is_admin:
        raise Refused(f"You cannot remove somebody who is {ACCESS[member.access]}.")
    _keep_an_owner(world.code, member, 0)
    world.code.run("DELETE FROM member WHERE id = ?", member.id)
    if member.project_id is not None:
        add_event(world, member.account_id, "left", project_id=member.project_id)


def _keep_an_owner(db: Database, member: Row, access: int) -> None:
    """A group is never without an owner."""
    if member.namespace_id is None or member.access < OWNER or access == OWNER:
        return
    others = db.value(
        "SELECT count(*) FROM member WHERE namespace_id = ? AND access = 50 AND id <> ?", member.namespace_id, member.id
    )
    if not others:
        raise Refused("A group needs an owner: make somebody else one first.")


def share_group(world: World, group: Row, access: int, expires: date | None, **of: int) -> None:
    """Invites a group: its members come with at most this access."""
    db = world.code
    ((where, number),) = of.items()
    if access not in ACCESS or access == OWNER:
        raise Refused("A group is invited as Guest, Reporter, Developer or Maintainer.")
    if expires is not None and expires <= world.clock.today():
        raise Refused("The last day of an invitation must be after today.")
    if where == "namespace_id" and group.id == number:
        raise Refused("A group cannot be invited into itself.")
    if db.value(f"SELECT id FROM group_share WHERE {where} = ? AND group_id = ?", number, group.id) is not None:
        raise Refused(f"{group.full_path} is invited already.")
    db.insert(
        "group_share",
        group_id=group.id,
        access=access,
        expires=str(expires) if expires else None,
        created=world.clock.stamp(),
        **of,
    )


def unshare_group(world: World, share: Row) -> None:
    world.code.run("DELETE FROM group_share WHERE id = ?", share.id)
