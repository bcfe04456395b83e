-- Times are `YYYY-MM-DD HH:MM:SS`, flags are 0 or 1. Scores are not stored: they are the sum of votes (and of a base at
-- the full scale, where old votes are not kept one by one), so that a vote moves a score by exactly one.

-- People -----------------------------------------------------------------------------------------------------------

CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  email TEXT NOT NULL DEFAULT '',
  password TEXT NOT NULL DEFAULT '',               -- '' for people who never sign in during an episode
  role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'admin')),
  person_id INTEGER,                               -- who it is in lore; NULL for people nobody else knows; never served
  bio TEXT NOT NULL DEFAULT '',                    -- Markdown
  front_page TEXT NOT NULL DEFAULT 'subscribed' CHECK (front_page IN ('featured', 'all', 'subscribed')),
  front_sort TEXT NOT NULL DEFAULT 'hot' CHECK (front_sort IN ('hot', 'new', 'active', 'top', 'controversial', 'most_commented')),
  comment_sort TEXT NOT NULL DEFAULT 'best' CHECK (comment_sort IN ('best', 'new', 'old', 'controversial')),
  show_thumbnails INTEGER NOT NULL DEFAULT 1,
  messages_from TEXT NOT NULL DEFAULT 'everybody' CHECK (messages_from IN ('everybody', 'nobody')),
  notify_replies INTEGER NOT NULL DEFAULT 1,
  notify_mentions INTEGER NOT NULL DEFAULT 1,
  active INTEGER NOT NULL DEFAULT 1,               -- 0: the account was deleted; what it wrote stays as "[deleted]"
  created TEXT NOT NULL,
  last_seen TEXT                                   -- incidental
) STRICT;

CREATE TABLE trophy (                              -- earned, never given by hand; shown on the user page
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,                              -- 'Five-Year Club', 'Top Post of the Month', 'Helpful'
  earned TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE block (                               -- whose posts, comments and messages somebody does not want to see
  account_id INTEGER NOT NULL REFERENCES account (id),
  blocked_id INTEGER NOT NULL REFERENCES account (id),
  note TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL,
  PRIMARY KEY (account_id, blocked_id)
) STRICT, WITHOUT ROWID;

-- Forums -----------------------------------------------------------------------------------------------------------

CREATE TABLE forum (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,        -- 'CliftonHollow', served at /f/CliftonHollow
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',            -- one line, for lists
  sidebar TEXT NOT NULL DEFAULT '',                -- Markdown
  tags TEXT NOT NULL DEFAULT '',                   -- names, comma separated, sorted
  featured INTEGER NOT NULL DEFAULT 0,
  creator_id INTEGER REFERENCES account (id),
  created TEXT NOT NULL
) STRICT;

CREATE TABLE forum_rule (                          -- what is allowed; moderators name one when they remove something
  id INTEGER PRIMARY KEY,
  forum_id INTEGER NOT NULL REFERENCES forum (id),
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX forum_rule_forum ON forum_rule (forum_id, position);

CREATE TABLE moderator (
  forum_id INTEGER NOT NULL REFERENCES forum (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  created TEXT NOT NULL,
  PRIMARY KEY (forum_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX moderator_account ON moderator (account_id);

CREATE TABLE subscription (
  forum_id INTEGER NOT NULL REFERENCES forum (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  created TEXT NOT NULL,
  PRIMARY KEY (forum_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscription_account ON subscription (account_id);

CREATE TABLE hidden_forum (                        -- left out of somebody's "all"
  account_id INTEGER NOT NULL REFERENCES account (id),
  forum_id INTEGER NOT NULL REFERENCES forum (id),
  PRIMARY KEY (account_id, forum_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE ban (                                 -- from one forum
  id INTEGER PRIMARY KEY,
  forum_id INTEGER NOT NULL REFERENCES forum (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  by_id INTEGER NOT NULL REFERENCES account (id),
  reason TEXT NOT NULL,
  created TEXT NOT NULL,
  until TEXT,                                      -- NULL: for good
  lifted TEXT                                      -- when a moderator took it back
) STRICT;
CREATE INDEX ban_forum ON ban (forum_id, account_id);

-- Posts and comments -----------------------------------------------------------------------------------------------

CREATE TABLE post (
  id INTEGER PRIMARY KEY,
  forum_id INTEGER NOT NULL REFERENCES forum (id),
  author_id INTEGER NOT NULL REFERENCES account (id),
  kind TEXT NOT NULL CHECK (kind IN ('text', 'link', 'picture', 'gallery', 'poll')),
  title TEXT NOT NULL,
  url TEXT NOT NULL DEFAULT '',                    -- of a link
  body TEXT NOT NULL DEFAULT '',                   -- Markdown
  flag TEXT NOT NULL DEFAULT 'none' CHECK (flag IN ('none', 'admin', 'moderator')),  -- in which capacity it was written
  created TEXT NOT NULL,
  edited TEXT,
  deleted TEXT,                                    -- by its author
  removed_by INTEGER REFERENCES account (id),      -- by a moderator; the log says why
  locked INTEGER NOT NULL DEFAULT 0,
  pinned INTEGER NOT NULL DEFAULT 0,
  crosspost_of INTEGER REFERENCES post (id),
  base_score INTEGER NOT NULL DEFAULT 0,           -- old votes at the full scale; 0 at the small one
  views INTEGER NOT NULL DEFAULT 0                 -- incidental
) STRICT;
CREATE INDEX post_forum ON post (forum_id, created);
CREATE INDEX post_author ON post (author_id, created);
CREATE INDEX post_created ON post (created);

CREATE TABLE post_standing (                       -- incidental: what sorting needs, kept by triggers so that lists are quick
  post_id INTEGER PRIMARY KEY REFERENCES post (id),
  forum_id INTEGER NOT NULL,
  created TEXT NOT NULL,
  shown INTEGER NOT NULL,                          -- neither deleted nor removed
  ups INTEGER NOT NULL,
  downs INTEGER NOT NULL,
  score INTEGER NOT NULL,
  heat REAL NOT NULL,                              -- of the sort "hot"; grows with score and time of posting
  dispute REAL NOT NULL,                           -- of the sort "controversial"
  comments INTEGER NOT NULL,
  active TEXT NOT NULL                             -- the newest comment, or the post itself
) STRICT;
CREATE INDEX standing_hot ON post_standing (shown, heat, post_id);
CREATE INDEX standing_forum_hot ON post_standing (forum_id, shown, heat, post_id);
CREATE INDEX standing_new ON post_standing (shown, created, post_id);
CREATE INDEX standing_forum_new ON post_standing (forum_id, shown, created, post_id);
CREATE INDEX standing_top ON post_standing (shown, score, post_id);
CREATE INDEX standing_forum_top ON post_standing (forum_id, shown, score, post_id);
CREATE INDEX standing_active ON post_standing (shown, active, post_id);
CREATE INDEX standing_forum_active ON post_standing (forum_id, shown, active, post_id);
CREATE INDEX standing_comments ON post_standing (shown, comments, post_id);
CREATE INDEX standing_forum_comments ON post_standing (forum_id, shown, comments, post_id);

CREATE TABLE post_picture (
  id INTEGER PRIMARY KEY,
  post_id INTEGER NOT NULL REFERENCES post (id),
  position INTEGER NOT NULL,
  caption TEXT NOT NULL DEFAULT '',
  look TEXT NOT NULL DEFAULT '',                   -- JSON: the truth it is drawn from; never served; '' for an upload
  file BLOB,                                       -- an uploaded PNG or JPEG
  UNIQUE (post_id, position)
) STRICT;

CREATE TABLE poll_option (
  id INTEGER PRIMARY KEY,
  post_id INTEGER NOT NULL REFERENCES post (id),
  position INTEGER NOT NULL,
  label TEXT NOT NULL,
  UNIQUE (post_id, position)
) STRICT;

CREATE TABLE poll_vote (                           -- one for each account and poll
  post_id INTEGER NOT NULL REFERENCES post (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  option_id INTEGER NOT NULL REFERENCES poll_option (id),
  created TEXT NOT NULL,
  PRIMARY KEY (post_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX poll_vote_option ON poll_vote (option_id);

CREATE TABLE comment (
  id INTEGER PRIMARY KEY,
  post_id INTEGER NOT NULL REFERENCES post (id),
  parent_id INTEGER REFERENCES comment (id),       -- NULL: answers the post itself
  author_id INTEGER NOT NULL REFERENCES account (id),
  body TEXT NOT NULL,
  flag TEXT NOT NULL DEFAULT 'none' CHECK (flag IN ('none', 'admin', 'moderator')),
  created TEXT NOT NULL,
  edited TEXT,
  deleted TEXT,
  removed_by INTEGER REFERENCES account (id),
  base_score INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX comment_post ON comment (post_id, created);
CREATE INDEX comment_author ON comment (author_id, created);
CREATE INDEX comment_parent ON comment (parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE post_vote (
  post_id INTEGER NOT NULL REFERENCES post (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  value INTEGER NOT NULL CHECK (value IN (-1, 1)),
  created TEXT NOT NULL,
  PRIMARY KEY (post_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_vote_account ON post_vote (account_id);

CREATE TABLE comment_vote (
  comment_id INTEGER NOT NULL REFERENCES comment (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  value INTEGER NOT NULL CHECK (value IN (-1, 1)),
  created TEXT NOT NULL,
  PRIMARY KEY (comment_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX comment_vote_account ON comment_vote (account_id);

CREATE TABLE post_edit (                           -- what a post said before it was edited
  id INTEGER PRIMARY KEY,
  post_id INTEGER NOT NULL REFERENCES post (id),
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  body TEXT NOT NULL,
  until TEXT NOT NULL                              -- when it was replaced
) STRICT;
CREATE INDEX post_edit_post ON post_edit (post_id);

CREATE TABLE comment_edit (
  id INTEGER PRIMARY KEY,
  comment_id INTEGER NOT NULL REFERENCES comment (id),
  body TEXT NOT NULL,
  until TEXT NOT NULL
) STRICT;
CREATE INDEX comment_edit_comment ON comment_edit (comment_id);

CREATE TABLE hidden_post (
  account_id INTEGER NOT NULL REFERENCES account (id),
  post_id INTEGER NOT NULL REFERENCES post (id),
  PRIMARY KEY (account_id, post_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved (
  account_id INTEGER NOT NULL REFERENCES account (id),
  post_id INTEGER REFERENCES post (id),
  comment_id INTEGER REFERENCES comment (id),
  id INTEGER PRIMARY KEY,
  created TEXT NOT NULL,
  CHECK ((post_id IS NULL) <> (comment_id IS NULL)),
  UNIQUE (account_id, post_id),
  UNIQUE (account_id, comment_id)
) STRICT;

-- Order ------------------------------------------------------------------------------------------------------------

CREATE TABLE report (                              -- what members bring to the moderators
  id INTEGER PRIMARY KEY,
  forum_id INTEGER NOT NULL REFERENCES forum (id),
  post_id INTEGER NOT NULL REFERENCES post (id),
  comment_id INTEGER REFERENCES comment (id),      -- NULL: it is about the post
  reporter_id INTEGER NOT NULL REFERENCES account (id),
  reason TEXT NOT NULL,
  created TEXT NOT NULL,
  outcome TEXT NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'removed', 'dismissed')),
  closed_by INTEGER REFERENCES account (id),
  closed TEXT
) STRICT;
CREATE INDEX report_forum ON report (forum_id, outcome, created);

CREATE TABLE moderation (                          -- the log: only ever added to
  id INTEGER PRIMARY KEY,
  forum_id INTEGER NOT NULL REFERENCES forum (id),
  moderator_id INTEGER NOT NULL REFERENCES account (id),
  action TEXT NOT NULL CHECK (action IN ('remove_post', 'restore_post', 'remove_comment', 'restore_comment', 'lock', 'unlock',
    'pin', 'unpin', 'ban', 'unban', 'add_moderator', 'remove_moderator', 'edit_forum', 'dismiss_report')),
  post_id INTEGER REFERENCES post (id),
  comment_id INTEGER REFERENCES comment (id),
  account_id INTEGER REFERENCES account (id),      -- who was banned, made a moderator …
  rule_id INTEGER REFERENCES forum_rule (id),
  reason TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL
) STRICT;
CREATE INDEX moderation_forum ON moderation (forum_id, created);

CREATE TABLE truth (                               -- what judges may know and pages never tell
  id INTEGER PRIMARY KEY,
  post_id INTEGER NOT NULL REFERENCES post (id),
  comment_id INTEGER REFERENCES comment (id),      -- NULL: it is about the post
  kind TEXT NOT NULL CHECK (kind IN ('breaks', 'wrong', 'correction', 'right')),
  rule_id INTEGER,                                 -- which rule it breaks; it may be deleted since, as pages may not tell
  other_id INTEGER REFERENCES comment (id)         -- which comment a correction corrects
) STRICT;
CREATE INDEX truth_post ON truth (post_id);

-- Between people ---------------------------------------------------------------------------------------------------

CREATE TABLE thread (                              -- of direct messages between two accounts
  id INTEGER PRIMARY KEY,
  starter_id INTEGER NOT NULL REFERENCES account (id),
  other_id INTEGER NOT NULL REFERENCES account (id),
  subject TEXT NOT NULL,
  created TEXT NOT NULL
) STRICT;
CREATE INDEX thread_starter ON thread (starter_id);
CREATE INDEX thread_other ON thread (other_id);

CREATE TABLE message (
  id INTEGER PRIMARY KEY,
  thread_id INTEGER NOT NULL REFERENCES thread (id),
  sender_id INTEGER NOT NULL REFERENCES account (id),
  body TEXT NOT NULL,
  created TEXT NOT NULL,
  read TEXT                                        -- incidental
) STRICT;
CREATE INDEX message_thread ON message (thread_id, created);

CREATE TABLE notification (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  kind TEXT NOT NULL CHECK (kind IN ('reply', 'mention', 'message', 'moderation')),
  post_id INTEGER REFERENCES post (id),
  comment_id INTEGER REFERENCES comment (id),
  thread_id INTEGER REFERENCES thread (id),
  text TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL,
  read TEXT                                        -- incidental
) STRICT;
CREATE INDEX notification_account ON notification (account_id, created);

-- Search -----------------------------------------------------------------------------------------------------------

CREATE VIRTUAL TABLE post_search USING fts5 (title, body, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE comment_search USING fts5 (body, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE TRIGGER post_added AFTER INSERT ON post BEGIN
  INSERT INTO post_search (rowid, title, body) VALUES (new.id, new.title, new.body);
END;
CREATE TRIGGER post_changed AFTER UPDATE OF title, body ON post BEGIN
  UPDATE post_search SET title = new.title, body = new.body WHERE rowid = new.id;
END;
CREATE TRIGGER comment_added AFTER INSERT ON comment BEGIN
  INSERT INTO comment_search (rowid, body) VALUES (new.id, new.body);
END;
CREATE TRIGGER comment_changed AFTER UPDATE OF body ON comment BEGIN
  UPDATE comment_search SET body = new.body WHERE rowid = new.id;
END;

-- Standing ---------------------------------------------------------------------------------------------------------
-- What lists are sorted by follows every vote, comment and removal. rules/standing.py reckons the same for all posts at
-- once; heat: an up-vote is worth two hours, sixty at most; dispute: many votes, evenly divided.

CREATE TRIGGER standing_post_added AFTER INSERT ON post BEGIN
  INSERT INTO post_standing (post_id, forum_id, created, shown, ups, downs, score, heat, dispute, comments, active) VALUES (
    new.id, new.forum_id, new.created, new.deleted IS NULL AND new.removed_by IS NULL, 0, 0, new.base_score,
    unixepoch(new.created) - 1577836800 + 7200 * min(max(new.base_score, -20), 60), 0, 0, new.created);
END;
CREATE TRIGGER standing_post_changed AFTER UPDATE OF deleted, removed_by, forum_id, created ON post BEGIN
  UPDATE post_standing SET forum_id = new.forum_id, created = new.created,
    shown = new.deleted IS NULL AND new.removed_by IS NULL WHERE post_id = new.id;
END;
CREATE TRIGGER standing_post_gone AFTER DELETE ON post BEGIN
  DELETE FROM post_standing WHERE post_id = old.id;
END;
CREATE TRIGGER standing_vote_added AFTER INSERT ON post_vote BEGIN
  UPDATE post_standing SET ups = ups + (new.value = 1), downs = downs + (new.value = -1), score = score + new.value
    WHERE post_id = new.post_id;
END;
CREATE TRIGGER standing_vote_changed AFTER UPDATE OF value ON post_vote BEGIN
  UPDATE post_standing SET ups = ups + (new.value = 1) - (old.value = 1), downs = downs + (new.value = -1) - (old.value = -1),
    score = score + new.value - old.value WHERE post_id = new.post_id;
END;
CREATE TRIGGER standing_vote_gone AFTER DELETE ON post_vote BEGIN
  UPDATE post_standing SET ups = ups - (old.value = 1), downs = downs - (old.value = -1), score = score - old.value
    WHERE post_id = old.post_id;
END;
CREATE TRIGGER standing_scored AFTER UPDATE OF ups, downs, score ON post_standing BEGIN
  UPDATE post_standing SET heat = unixepoch(created) - 1577836800 + 7200 * min(max(score, -20), 60),
    dispute = CASE WHEN min(ups, downs) = 0 THEN 0 ELSE (ups + downs) * (1.0 * min(ups, downs) / max(ups, downs)) END
    WHERE post_id = new.post_id;
END;
CREATE TRIGGER standing_comment_added AFTER INSERT ON comment WHEN new.deleted IS NULL AND new.removed_by IS NULL BEGIN
  UPDATE post_standing SET comments = comments + 1, active = max(active, new.created) WHERE post_id = new.post_id;
END;
CREATE TRIGGER standing_comment_changed AFTER UPDATE OF deleted, removed_by, created ON comment BEGIN
  UPDATE post_standing SET
    comments = (SELECT count(*) FROM comment WHERE post_id = new.post_id AND deleted IS NULL AND removed_by IS NULL),
    active = max(created, coalesce((SELECT max(created) FROM comment WHERE post_id = new.post_id AND deleted IS NULL
      AND removed_by IS NULL), '')) WHERE post_id = new.post_id;
END;
CREATE TRIGGER standing_comment_gone AFTER DELETE ON comment BEGIN
  UPDATE post_standing SET
    comments = (SELECT count(*) FROM comment WHERE post_id = old.post_id AND deleted IS NULL AND removed_by IS NULL),
    active = max(created, coalesce((SELECT max(created) FROM comment WHERE post_id = old.post_id AND deleted IS NULL
      AND removed_by IS NULL), '')) WHERE post_id = old.post_id;
END;
