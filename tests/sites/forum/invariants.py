"""What holds of the forum's content in every universe and at both scales: each query finds what breaks its promise."""

from __future__ import annotations

from webcosm.worlds import BEGINNING

__all__ = ["INVARIANTS"]

NOW = BEGINNING.strftime("%Y-%m-%d %H:%M:%S")

INVARIANTS = {
    "nothing lies in the future": (
        f"SELECT id FROM post WHERE max(created, coalesce(edited, ''), coalesce(deleted, '')) > '{NOW}'"
        f" UNION ALL SELECT id FROM comment WHERE max(created, coalesce(edited, ''), coalesce(deleted, '')) > '{NOW}'"
        f" UNION ALL SELECT post_id FROM post_vote WHERE created > '{NOW}'"
        f" UNION ALL SELECT comment_id FROM comment_vote WHERE created > '{NOW}'"
        f" UNION ALL SELECT post_id FROM poll_vote WHERE created > '{NOW}'"
        f" UNION ALL SELECT id FROM report WHERE max(created, coalesce(closed, '')) > '{NOW}'"
        f" UNION ALL SELECT id FROM moderation WHERE created > '{NOW}'"
        f" UNION ALL SELECT id FROM message WHERE max(created, coalesce(read, '')) > '{NOW}'"
        f" UNION ALL SELECT id FROM notification WHERE max(created, coalesce(read, '')) > '{NOW}'"
        f" UNION ALL SELECT id FROM ban WHERE max(created, coalesce(lifted, '')) > '{NOW}'"
        f" UNION ALL SELECT account_id FROM trophy WHERE earned > '{NOW}'"
        f" UNION ALL SELECT id FROM account WHERE max(created, coalesce(last_seen, '')) > '{NOW}'"
    ),
    "nobody writes before joining": (
        "SELECT post.id FROM post JOIN account ON account.id = author_id WHERE post.created < account.created"
        " UNION ALL SELECT comment.id FROM comment JOIN account ON account.id = author_id"
        " WHERE comment.created < account.created"
        " UNION ALL SELECT message.id FROM message JOIN account ON account.id = sender_id"
        " WHERE message.created < account.created"
    ),
    "nobody votes, reports or subscribes before joining": (
        "SELECT post_id FROM post_vote JOIN account ON account.id = account_id WHERE post_vote.created <"
        " account.created"
        " UNION ALL SELECT comment_id FROM comment_vote JOIN account ON account.id = account_id"
        " WHERE comment_vote.created < account.created"
        " UNION ALL SELECT post_id FROM poll_vote JOIN account ON account.id = account_id"
        " WHERE poll_vote.created < account.created"
        " UNION ALL SELECT report.id FROM report JOIN account ON account.id = reporter_id"
        " WHERE report.created < account.created"
        " UNION ALL SELECT forum_id FROM subscription JOIN account ON account.id = account_id"
        " WHERE subscription.created < account.created"
        " UNION ALL SELECT forum_id FROM moderator JOIN account ON account.id = account_id"
        " WHERE moderator.created < account.created"
        " UNION ALL SELECT forum.id FROM forum JOIN account ON account.id = creator_id"
        " WHERE forum.created < account.created"
        " UNION ALL SELECT saved.id FROM saved JOIN account ON account.id = account_id"
        " WHERE saved.created < account.created"
    ),
    "forums were there before their posts": (
        "SELECT post.id FROM post JOIN forum ON forum.id = forum_id WHERE post.created < forum.created"
    ),
    "nobody answers before being asked": (
        "SELECT comment.id FROM comment JOIN post ON post.id = comment.post_id LEFT JOIN comment AS parent"
        " ON parent.id = comment.parent_id WHERE comment.created <= max(post.created, coalesce(parent.created, ''))"
    ),
    "a reply stands under a comment of the same post": (
        "SELECT comment.id FROM comment JOIN comment AS parent ON parent.id = comment.parent_id"
        " WHERE parent.post_id <> comment.post_id"
    ),
    "nobody answers what was deleted already, nor in a locked post": (
        "SELECT comment.id FROM comment JOIN comment AS parent ON parent.id = comment.parent_id"
        " WHERE comment.created > parent.deleted"
        " UNION ALL SELECT comment.id FROM comment JOIN post ON post.id = post_id WHERE comment.created > post.deleted"
        " UNION ALL SELECT comment.id FROM comment JOIN moderation ON moderation.post_id = comment.post_id"
        " JOIN post ON post.id = comment.post_id WHERE action = 'lock' AND locked AND comment.created >"
        " moderation.created"
    ),
    "edits come after what they change, and the text before is kept": (
        "SELECT id FROM post WHERE edited < created OR (edited IS NOT NULL)"
        " <> EXISTS (SELECT 1 FROM post_edit WHERE post_id = post.id)"
        " UNION ALL SELECT id FROM comment WHERE edited < created OR (edited IS NOT NULL)"
        " <> EXISTS (SELECT 1 FROM comment_edit WHERE comment_id = comment.id)"
        " UNION ALL SELECT post_edit.id FROM post_edit JOIN post ON post.id = post_id WHERE until <> edited"
        " OR (post_edit.title = post.title AND post_edit.body = post.body)"
        " UNION ALL SELECT comment_edit.id FROM comment_edit JOIN comment ON comment.id = comment_id"
        " WHERE until <> edited OR comment_edit.body = comment.body"
    ),
    "votes come after what they are for": (
        "SELECT post_id FROM post_vote JOIN post ON post.id = post_id WHERE post_vote.created < post.created"
        " UNION ALL SELECT comment_id FROM comment_vote JOIN comment ON comment.id = comment_id"
        " WHERE comment_vote.created < comment.created"
        " UNION ALL SELECT poll_vote.post_id FROM poll_vote JOIN post ON post.id = post_id"
        " WHERE poll_vote.created < post.created"
    ),
    "whoever writes votes for it": (
        "SELECT id FROM post WHERE NOT EXISTS (SELECT 1 FROM post_vote WHERE post_id = post.id"
        " AND account_id = author_id AND value = 1)"
        " UNION ALL SELECT id FROM comment WHERE NOT EXISTS (SELECT 1 FROM comment_vote WHERE comment_id = comment.id"
        " AND account_id = author_id AND value = 1)"
    ),
    "standings are what the rows say": (
        "SELECT post.id FROM post LEFT JOIN post_standing ON post_standing.post_id = post.id"
        " LEFT JOIN (SELECT post_id, sum(value = 1) AS ups, sum(value = -1) AS downs FROM post_vote GROUP BY post_id)"
        " AS votes ON votes.post_id = post.id"
        " LEFT JOIN (SELECT post_id, count(*) AS number, max(created) AS latest FROM comment WHERE deleted IS NULL"
        " AND removed_by IS NULL GROUP BY post_id) AS said ON said.post_id = post.id"
        " WHERE post_standing.post_id IS NULL OR post_standing.ups <> coalesce(votes.ups, 0)"
        " OR post_standing.downs <> coalesce(votes.downs, 0)"
        " OR post_standing.score <> post_standing.ups - post_standing.downs + base_score"
        " OR comments <> coalesce(number, 0) OR active <> max(post.created, coalesce(latest, ''))"
        " OR shown <> (deleted IS NULL AND removed_by IS NULL) OR post_standing.forum_id <> post.forum_id"
        " OR post_standing.created <> post.created"
        " OR heat <> unixepoch(post.created) - 1577836800 + 7200 * min(max(post_standing.score, -20), 60)"
    ),
    "what is wrong on purpose has a correction under it": (
        "SELECT comment_id FROM truth WHERE kind = 'wrong' AND comment_id NOT IN (SELECT other_id FROM truth"
        " WHERE kind = 'correction' AND other_id IS NOT NULL)"
    ),
    "a correction stands under what it corrects": (
        "SELECT truth.comment_id FROM truth JOIN comment ON comment.id = comment_id WHERE kind = 'correction'"
        " AND parent_id IS NOT other_id"
    ),
    "what breaks a rule breaks one of its forum's": (
        "SELECT truth.id FROM truth JOIN post ON post.id = post_id LEFT JOIN forum_rule ON forum_rule.id = rule_id"
        " WHERE (truth.kind = 'breaks') <> (rule_id IS NOT NULL) OR forum_rule.forum_id <> post.forum_id"
    ),
    "what was removed has a line in the log by whom, with a rule of the forum": (
        "SELECT id FROM post WHERE removed_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM moderation JOIN forum_rule"
        " ON forum_rule.id = rule_id WHERE action = 'remove_post' AND moderation.post_id = post.id"
        " AND moderator_id = removed_by AND forum_rule.forum_id = post.forum_id AND moderation.created > post.created)"
        " UNION ALL SELECT comment.id FROM comment JOIN post ON post.id = post_id WHERE comment.removed_by IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM moderation JOIN forum_rule ON forum_rule.id = rule_id"
        " WHERE action = 'remove_comment' AND comment_id = comment.id AND moderator_id = comment.removed_by"
        " AND forum_rule.forum_id = post.forum_id AND moderation.created > comment.created)"
    ),
    "what the log removed is removed unless it was restored": (
        "SELECT moderation.id FROM moderation JOIN post ON post.id = post_id WHERE action = 'remove_post'"
        " AND removed_by IS NULL AND NOT EXISTS (SELECT 1 FROM moderation AS later WHERE action = 'restore_post'"
        " AND later.post_id = post.id AND later.created > moderation.created)"
        " UNION ALL SELECT moderation.id FROM moderation JOIN comment ON comment.id = comment_id"
        " WHERE action = 'remove_comment' AND removed_by IS NULL"
    ),
    "locks and pins are in the log": (
        "SELECT id FROM post WHERE locked AND NOT EXISTS (SELECT 1 FROM moderation WHERE action = 'lock'"
        " AND post_id = post.id) OR pinned AND NOT EXISTS (SELECT 1 FROM moderation WHERE action = 'pin'"
        " AND post_id = post.id)"
    ),
    "moderators moderate their own forums, and not themselves": (
        "SELECT moderation.id FROM moderation LEFT JOIN moderator ON moderator.forum_id = moderation.forum_id"
        " AND moderator.account_id = moderator_id WHERE moderator.account_id IS NULL"
        " OR (action <> 'add_moderator' AND moderation.created < moderator.created)"
        " UNION ALL SELECT post.id FROM post WHERE removed_by = author_id"
    ),
    "who speaks as a moderator is one": (
        "SELECT comment.id FROM comment JOIN post ON post.id = post_id WHERE comment.flag = 'moderator' AND NOT EXISTS"
        " (SELECT 1 FROM moderator WHERE moderator.forum_id = post.forum_id AND account_id = comment.author_id)"
        " UNION ALL SELECT post.id FROM post WHERE flag = 'moderator' AND NOT EXISTS (SELECT 1 FROM moderator"
        " WHERE moderator.forum_id = post.forum_id AND account_id = author_id)"
        " UNION ALL SELECT comment.id FROM comment JOIN account ON account.id = author_id WHERE comment.flag = 'admin'"
        " AND role <> 'admin'"
    ),
    "every forum has a moderator, its creator among them, and rules": (
        "SELECT id FROM forum WHERE NOT EXISTS (SELECT 1 FROM moderator WHERE forum_id = forum.id"
        " AND account_id = creator_id) OR (SELECT count(*) FROM forum_rule WHERE forum_id = forum.id) NOT BETWEEN"
        " 3 AND 8"
    ),
    "reports come after what they are about, closed ones were closed by a moderator after that": (
        "SELECT report.id FROM report JOIN post ON post.id = report.post_id LEFT JOIN comment ON comment.id ="
        " comment_id"
        " WHERE report.created < coalesce(comment.created, post.created) OR closed < report.created"
        " OR (outcome = 'open') <> (closed IS NULL) OR (outcome = 'open') <> (closed_by IS NULL)"
        " OR report.forum_id <> post.forum_id OR comment.post_id <> post.id"
        " OR reporter_id = coalesce(comment.author_id, post.author_id)"
        " UNION ALL SELECT report.id FROM report WHERE closed_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM moderator"
        " WHERE moderator.forum_id = report.forum_id AND account_id = closed_by)"
    ),
    "open reports are about what is there": (
        "SELECT report.id FROM report JOIN post ON post.id = report.post_id LEFT JOIN comment ON comment.id ="
        " comment_id"
        " WHERE outcome = 'open' AND (coalesce(comment.removed_by, CASE WHEN comment_id IS NULL THEN"
        " post.removed_by END)"
        " IS NOT NULL OR comment.deleted IS NOT NULL OR post.deleted IS NOT NULL)"
    ),
    "reports that ended in a removal did": (
        "SELECT report.id FROM report JOIN post ON post.id = report.post_id LEFT JOIN comment ON comment.id ="
        " comment_id"
        " WHERE outcome = 'removed' AND closed_by <> coalesce(CASE WHEN comment_id IS NULL THEN post.removed_by"
        " ELSE comment.removed_by END, 0)"
    ),
    "dismissed reports are in the log": (
        "SELECT id FROM report WHERE outcome = 'dismissed' AND NOT EXISTS (SELECT 1 FROM moderation"
        " WHERE action = 'dismiss_report' AND moderation.post_id = report.post_id"
        " AND moderation.comment_id IS report.comment_id AND moderator_id = closed_by AND created = closed)"
    ),
    "bans are in the log, with a reason, by a moderator": (
        "SELECT ban.id FROM ban WHERE reason = '' OR until <= created OR lifted < created OR lifted > until"
        " OR NOT EXISTS (SELECT 1 FROM moderation WHERE action = 'ban' AND moderation.forum_id = ban.forum_id"
        " AND account_id = ban.account_id AND moderator_id = by_id)"
        " OR (lifted IS NOT NULL) <> EXISTS (SELECT 1 FROM moderation WHERE action = 'unban'"
        " AND moderation.forum_id = ban.forum_id AND account_id = ban.account_id)"
    ),
    "who is banned does not write": (
        "SELECT post.id FROM post JOIN ban ON ban.forum_id = post.forum_id AND ban.account_id = author_id"
        " WHERE post.created > ban.created AND post.created < coalesce(lifted, until, '9999')"
        " UNION ALL SELECT comment.id FROM comment JOIN post ON post.id = post_id JOIN ban"
        " ON ban.forum_id = post.forum_id AND ban.account_id = comment.author_id"
        " WHERE comment.created > ban.created AND comment.created < coalesce(lifted, until, '9999')"
    ),
    "polls have two to six options, all else none": (
        "SELECT post.id FROM post LEFT JOIN poll_option ON poll_option.post_id = post.id GROUP BY post.id"
        " HAVING CASE WHEN kind = 'poll' THEN count(poll_option.id) NOT BETWEEN 2 AND 6"
        " ELSE count(poll_option.id) > 0 END"
    ),
    "pictures belong to posts of pictures": (
        "SELECT post.id FROM post LEFT JOIN post_picture ON post_picture.post_id = post.id GROUP BY post.id HAVING CASE"
        " kind WHEN 'picture' THEN count(post_picture.id) <> 1 WHEN 'gallery' THEN count(post_picture.id) < 2"
        " ELSE count(post_picture.id) > 0 END"
    ),
    "links have addresses, all else none": "SELECT id FROM post WHERE (kind = 'link') <> (url LIKE 'http://%')",
    "a vote in a poll is for one of its options": (
        "SELECT poll_vote.post_id FROM poll_vote JOIN poll_option ON poll_option.id = option_id"
        " WHERE poll_option.post_id <> poll_vote.post_id"
    ),
    "crossposts are later, elsewhere, and lead to the first": (
        "SELECT post.id FROM post JOIN post AS first ON first.id = post.crosspost_of JOIN forum"
        " ON forum.id = first.forum_id WHERE post.created <= first.created OR post.forum_id = first.forum_id"
        " OR post.url <> 'http://forum.test/f/' || forum.name || '/post/' || first.id"
        " OR first.crosspost_of IS NOT NULL"
    ),
    "only the two of a conversation speak in it, who began it first": (
        "SELECT message.id FROM message JOIN thread ON thread.id = thread_id"
        " WHERE sender_id NOT IN (starter_id, other_id)"
        " UNION ALL SELECT thread.id FROM thread WHERE starter_id = other_id OR created <>"
        " (SELECT min(message.created) FROM message WHERE thread_id = thread.id) OR starter_id <>"
        " (SELECT sender_id FROM message WHERE thread_id = thread.id ORDER BY created, id LIMIT 1)"
    ),
    "notifications of replies are of what answers one": (
        "SELECT notification.id FROM notification JOIN comment ON comment.id = comment_id JOIN post"
        " ON post.id = comment.post_id LEFT JOIN comment AS parent ON parent.id = comment.parent_id"
        " WHERE notification.kind = 'reply' AND (coalesce(parent.author_id, post.author_id) <> account_id"
        " OR notification.created < comment.created OR comment.author_id = account_id)"
    ),
    "clubs are joined on anniversaries": (
        "SELECT account_id FROM trophy JOIN account ON account.id = account_id WHERE name LIKE '%-Year Club'"
        " AND substr(earned, 6, 5) <> substr(account.created, 6, 5) AND substr(account.created, 6, 5) <> '02-29'"
    ),
    "nobody is subscribed to what they hide, nor blocks themselves": (
        "SELECT hidden_forum.account_id FROM hidden_forum JOIN subscription USING (account_id, forum_id)"
        " UNION ALL SELECT account_id FROM block WHERE account_id = blocked_id"
    ),
    "moderators are subscribed to their forums": (
        "SELECT moderator.forum_id FROM moderator LEFT JOIN subscription USING (forum_id, account_id)"
        " WHERE subscription.account_id IS NULL"
    ),
    "who did something was there": (
        "SELECT account.id FROM account JOIN post ON post.author_id = account.id WHERE post.created > last_seen"
        " UNION ALL SELECT account.id FROM account JOIN comment ON comment.author_id = account.id"
        " WHERE comment.created > last_seen"
    ),
}
