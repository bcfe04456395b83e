-- Times are `YYYY-MM-DD HH:MM:SS`, days `YYYY-MM-DD`, flags 0 or 1. Git objects are content; what is judged are refs and
-- what can be read from them (git/changes.py): commits, and files added, changed, renamed and deleted.

-- People and groups ------------------------------------------------------------------------------------------------

CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,       -- also how commits are told to be somebody's
  password TEXT NOT NULL DEFAULT '',               -- '' for people who never sign in during an episode
  role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'admin')),
  person_id INTEGER,                               -- who it is in lore; never served
  bot INTEGER NOT NULL DEFAULT 0,
  bio TEXT NOT NULL DEFAULT '',
  pronouns TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  website TEXT NOT NULL DEFAULT '',
  organization TEXT NOT NULL DEFAULT '',
  job_title TEXT NOT NULL DEFAULT '',
  show_email INTEGER NOT NULL DEFAULT 0,
  status_emoji TEXT NOT NULL DEFAULT '',           -- a short name, 'palm_tree'; rules/people.py lists them
  status_text TEXT NOT NULL DEFAULT '',
  status_busy INTEGER NOT NULL DEFAULT 0,
  status_until TEXT,
  private_profile INTEGER NOT NULL DEFAULT 0,
  theme TEXT NOT NULL DEFAULT 'light' CHECK (theme IN ('light', 'dark')),
  home_page TEXT NOT NULL DEFAULT 'projects' CHECK (home_page IN ('projects', 'starred', 'activity', 'todos', 'issues', 'merge_requests')),
  diff_view TEXT NOT NULL DEFAULT 'inline' CHECK (diff_view IN ('inline', 'parallel')),
  notify TEXT NOT NULL DEFAULT 'participating' CHECK (notify IN ('watch', 'participating', 'mention', 'disabled')),
  feed_token TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL,
  last_seen TEXT                                   -- incidental
) STRICT;

CREATE TABLE namespace (                           -- what stands before a project's path: an account or a group
  id INTEGER PRIMARY KEY,
  full_path TEXT NOT NULL UNIQUE COLLATE NOCASE,   -- 'ana', 'harbor/tools'
  path TEXT NOT NULL,                              -- its last part
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('user', 'group')),
  account_id INTEGER UNIQUE REFERENCES account (id),  -- of a user's
  parent_id INTEGER REFERENCES namespace (id),     -- of a subgroup
  description TEXT NOT NULL DEFAULT '',
  visibility TEXT NOT NULL DEFAULT 'public' CHECK (visibility IN ('private', 'internal', 'public')),
  creates_projects TEXT NOT NULL DEFAULT 'maintainer' CHECK (creates_projects IN ('developer', 'maintainer')),
  created TEXT NOT NULL,
  CHECK ((kind = 'user') = (account_id IS NOT NULL))
) STRICT;
CREATE INDEX namespace_parent ON namespace (parent_id);

-- Access levels: 10 guest, 20 reporter, 30 developer, 40 maintainer, 50 owner. A member of a group has that access to
-- all its subgroups and projects; the highest one holds. The owner of a user's namespace needs no row.
CREATE TABLE member (
  id INTEGER PRIMARY KEY,
  namespace_id INTEGER REFERENCES namespace (id),
  project_id INTEGER REFERENCES project (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  access INTEGER NOT NULL CHECK (access IN (10, 20, 30, 40, 50)),
  expires TEXT,                                    -- the last day
  by_id INTEGER REFERENCES account (id),
  created TEXT NOT NULL,
  CHECK ((namespace_id IS NULL) <> (project_id IS NULL)),
  UNIQUE (namespace_id, account_id),
  UNIQUE (project_id, account_id)
) STRICT;
CREATE INDEX member_account ON member (account_id);

CREATE TABLE group_share (                         -- a group that was invited into a project or another group
  id INTEGER PRIMARY KEY,
  group_id INTEGER NOT NULL REFERENCES namespace (id),
  namespace_id INTEGER REFERENCES namespace (id),
  project_id INTEGER REFERENCES project (id),
  access INTEGER NOT NULL CHECK (access IN (10, 20, 30, 40)),  -- at most this, whatever its members have in the group
  expires TEXT,
  created TEXT NOT NULL,
  CHECK ((namespace_id IS NULL) <> (project_id IS NULL)),
  UNIQUE (group_id, namespace_id),
  UNIQUE (group_id, project_id)
) STRICT;

CREATE TABLE access_request (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  created TEXT NOT NULL,
  UNIQUE (project_id, account_id)
) STRICT;

CREATE TABLE follow (
  follower_id INTEGER NOT NULL REFERENCES account (id),
  followed_id INTEGER NOT NULL REFERENCES account (id),
  created TEXT NOT NULL,
  PRIMARY KEY (follower_id, followed_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX follow_followed ON follow (followed_id);

CREATE TABLE ssh_key (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  title TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL,
  expires TEXT
) STRICT;

CREATE TABLE access_token (                        -- personal ones: instead of a password, for git and scripts
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,                            -- comma separated, sorted: 'read_repository', 'write_repository', 'read_api', 'api'
  token_hash TEXT NOT NULL UNIQUE,                 -- the token itself is shown once
  expires TEXT,
  revoked TEXT,
  created TEXT NOT NULL,
  last_used TEXT                                   -- incidental
) STRICT;
CREATE INDEX access_token_account ON access_token (account_id);

-- Projects ---------------------------------------------------------------------------------------------------------

CREATE TABLE project (
  id INTEGER PRIMARY KEY,
  namespace_id INTEGER NOT NULL REFERENCES namespace (id),
  path TEXT NOT NULL COLLATE NOCASE,               -- served at /NAMESPACE/PATH
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  visibility TEXT NOT NULL CHECK (visibility IN ('private', 'internal', 'public')),
  default_branch TEXT NOT NULL DEFAULT 'main',
  forked_from INTEGER REFERENCES project (id),
  archived INTEGER NOT NULL DEFAULT 0,
  deleted TEXT,
  creator_id INTEGER NOT NULL REFERENCES account (id),
  issues_enabled INTEGER NOT NULL DEFAULT 1,
  merge_requests_enabled INTEGER NOT NULL DEFAULT 1,
  wiki_enabled INTEGER NOT NULL DEFAULT 1,
  snippets_enabled INTEGER NOT NULL DEFAULT 1,
  pipelines_enabled INTEGER NOT NULL DEFAULT 1,
  merge_method TEXT NOT NULL DEFAULT 'merge' CHECK (merge_method IN ('merge', 'fast_forward')),
  squash TEXT NOT NULL DEFAULT 'allow' CHECK (squash IN ('never', 'allow', 'encourage', 'always')),
  approvals_required INTEGER NOT NULL DEFAULT 0,
  green_to_merge INTEGER NOT NULL DEFAULT 0,       -- the pipeline must have passed
  threads_to_merge INTEGER NOT NULL DEFAULT 0,     -- all threads must be resolved
  remove_source INTEGER NOT NULL DEFAULT 0,        -- whether the box is ticked in new merge requests
  created TEXT NOT NULL,
  active TEXT NOT NULL,                            -- incidental: the newest event
  UNIQUE (namespace_id, path)
) STRICT;
CREATE INDEX project_fork ON project (forked_from) WHERE forked_from IS NOT NULL;

CREATE TABLE topic (
  project_id INTEGER NOT NULL REFERENCES project (id),
  name TEXT NOT NULL,                              -- lower case
  PRIMARY KEY (project_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX topic_name ON topic (name);

CREATE TABLE star (
  project_id INTEGER NOT NULL REFERENCES project (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  created TEXT NOT NULL,
  PRIMARY KEY (project_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX star_account ON star (account_id);

CREATE TABLE watch (                               -- another level of notifications than the account's
  project_id INTEGER NOT NULL REFERENCES project (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  level TEXT NOT NULL CHECK (level IN ('watch', 'participating', 'mention', 'disabled')),
  PRIMARY KEY (project_id, account_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE redirect (                            -- where a project or group was before it was renamed or moved
  id INTEGER PRIMARY KEY,
  full_path TEXT NOT NULL UNIQUE COLLATE NOCASE,
  project_id INTEGER REFERENCES project (id),
  namespace_id INTEGER REFERENCES namespace (id)
) STRICT;

-- Git --------------------------------------------------------------------------------------------------------------

CREATE TABLE git_object (                          -- incidental: of all repositories, so that a fork costs nothing
  sha BLOB PRIMARY KEY,                            -- 20 bytes
  type INTEGER NOT NULL CHECK (type IN (1, 2, 3, 4)),  -- commit, tree, blob, tag, as git numbers them
  size INTEGER NOT NULL,
  data BLOB NOT NULL                               -- zlib
) STRICT;

CREATE TABLE git_ref (
  project_id INTEGER NOT NULL REFERENCES project (id),
  name TEXT NOT NULL,                              -- 'refs/heads/main', 'refs/tags/v1.0', 'refs/merge-requests/3/head'
  sha TEXT NOT NULL,                               -- 40 hexadecimal digits
  PRIMARY KEY (project_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE commit_log (                          -- incidental: what lists and searches need, read from the objects
  project_id INTEGER NOT NULL REFERENCES project (id),
  sha TEXT NOT NULL,
  generation INTEGER NOT NULL,                     -- 1 + the greatest of its parents'
  parents TEXT NOT NULL,                           -- shas, separated by a blank
  tree TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_email TEXT NOT NULL COLLATE NOCASE,
  authored TEXT NOT NULL,
  committer_name TEXT NOT NULL,
  committer_email TEXT NOT NULL COLLATE NOCASE,
  committed TEXT NOT NULL,
  title TEXT NOT NULL,
  message TEXT NOT NULL,                           -- all of it
  files INTEGER NOT NULL,                          -- changed against the first parent
  additions INTEGER NOT NULL,
  deletions INTEGER NOT NULL,
  PRIMARY KEY (project_id, sha)
) STRICT, WITHOUT ROWID;
CREATE INDEX commit_log_author ON commit_log (author_email, authored);
CREATE INDEX commit_log_order ON commit_log (project_id, committed);

CREATE TABLE protected_branch (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  pattern TEXT NOT NULL,                           -- 'main', 'release-*'
  push INTEGER NOT NULL CHECK (push IN (0, 30, 40)),    -- the least access; 0: nobody
  merge INTEGER NOT NULL CHECK (merge IN (0, 30, 40)),
  force_push INTEGER NOT NULL DEFAULT 0,
  UNIQUE (project_id, pattern)
) STRICT;

CREATE TABLE protected_tag (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  pattern TEXT NOT NULL,
  access INTEGER NOT NULL CHECK (access IN (0, 30, 40)),
  UNIQUE (project_id, pattern)
) STRICT;

CREATE TABLE release (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  tag TEXT NOT NULL,
  title TEXT NOT NULL,
  notes TEXT NOT NULL DEFAULT '',                  -- Markdown
  author_id INTEGER NOT NULL REFERENCES account (id),
  created TEXT NOT NULL,
  released TEXT NOT NULL,
  UNIQUE (project_id, tag)
) STRICT;

CREATE TABLE release_milestone (
  release_id INTEGER NOT NULL REFERENCES release (id),
  milestone_id INTEGER NOT NULL REFERENCES milestone (id),
  PRIMARY KEY (release_id, milestone_id)
) STRICT, WITHOUT ROWID;

-- Planning ---------------------------------------------------------------------------------------------------------

CREATE TABLE label (                               -- a project's own, or its group's
  id INTEGER PRIMARY KEY,
  project_id INTEGER REFERENCES project (id),
  namespace_id INTEGER REFERENCES namespace (id),
  title TEXT NOT NULL COLLATE NOCASE,
  description TEXT NOT NULL DEFAULT '',
  color TEXT NOT NULL,                             -- '#8e44ad'
  priority INTEGER,
  created TEXT NOT NULL,
  CHECK ((project_id IS NULL) <> (namespace_id IS NULL)),
  UNIQUE (project_id, title),
  UNIQUE (namespace_id, title)
) STRICT;

CREATE TABLE milestone (
  id INTEGER PRIMARY KEY,
  project_id INTEGER REFERENCES project (id),
  namespace_id INTEGER REFERENCES namespace (id),
  number INTEGER NOT NULL,                         -- served at -/milestones/NUMBER
  title TEXT NOT NULL COLLATE NOCASE,
  description TEXT NOT NULL DEFAULT '',
  start TEXT,
  due TEXT,
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'closed')),
  created TEXT NOT NULL,
  CHECK ((project_id IS NULL) <> (namespace_id IS NULL)),
  UNIQUE (project_id, number),
  UNIQUE (namespace_id, number),
  UNIQUE (project_id, title),
  UNIQUE (namespace_id, title)
) STRICT;

CREATE TABLE issue (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  number INTEGER NOT NULL,
  type TEXT NOT NULL DEFAULT 'issue' CHECK (type IN ('issue', 'incident')),
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  author_id INTEGER NOT NULL REFERENCES account (id),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
  confidential INTEGER NOT NULL DEFAULT 0,
  locked INTEGER NOT NULL DEFAULT 0,
  weight INTEGER,
  due TEXT,
  milestone_id INTEGER REFERENCES milestone (id),
  duplicate_of INTEGER REFERENCES issue (id),
  moved_to INTEGER REFERENCES issue (id),
  created TEXT NOT NULL,
  updated TEXT NOT NULL,                           -- incidental: follows what is done to it
  edited TEXT,
  closed TEXT,
  closed_by INTEGER REFERENCES account (id),
  UNIQUE (project_id, number)
) STRICT;
CREATE INDEX issue_author ON issue (author_id);
CREATE INDEX issue_milestone ON issue (milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX issue_updated ON issue (project_id, state, updated);

CREATE TABLE issue_assignee (
  issue_id INTEGER NOT NULL REFERENCES issue (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  PRIMARY KEY (issue_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX issue_assignee_account ON issue_assignee (account_id);

CREATE TABLE issue_label (
  issue_id INTEGER NOT NULL REFERENCES issue (id),
  label_id INTEGER NOT NULL REFERENCES label (id),
  PRIMARY KEY (issue_id, label_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX issue_label_label ON issue_label (label_id);

CREATE TABLE issue_link (
  id INTEGER PRIMARY KEY,
  issue_id INTEGER NOT NULL REFERENCES issue (id),
  other_id INTEGER NOT NULL REFERENCES issue (id),
  kind TEXT NOT NULL CHECK (kind IN ('relates_to', 'blocks')),
  created TEXT NOT NULL,
  UNIQUE (issue_id, other_id, kind)
) STRICT;

CREATE TABLE time_entry (                          -- spent on an issue or merge request; estimates are rows with spent = 0
  id INTEGER PRIMARY KEY,
  issue_id INTEGER REFERENCES issue (id),
  merge_request_id INTEGER REFERENCES merge_request (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  estimate INTEGER NOT NULL DEFAULT 0,             -- minutes
  spent INTEGER NOT NULL DEFAULT 0,
  summary TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL,
  CHECK ((issue_id IS NULL) <> (merge_request_id IS NULL))
) STRICT;

CREATE TABLE board (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  name TEXT NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE board_list (                          -- columns between "Open" and "Closed", one for each label
  id INTEGER PRIMARY KEY,
  board_id INTEGER NOT NULL REFERENCES board (id),
  label_id INTEGER NOT NULL REFERENCES label (id),
  position INTEGER NOT NULL,
  UNIQUE (board_id, label_id)
) STRICT;

-- Merge requests ---------------------------------------------------------------------------------------------------

CREATE TABLE merge_request (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),  -- into which it goes
  number INTEGER NOT NULL,
  source_project_id INTEGER REFERENCES project (id),    -- NULL: a fork that is gone
  source_branch TEXT NOT NULL,
  target_branch TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  author_id INTEGER NOT NULL REFERENCES account (id),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'merged', 'closed')),
  draft INTEGER NOT NULL DEFAULT 0,
  squash INTEGER NOT NULL DEFAULT 0,
  remove_source INTEGER NOT NULL DEFAULT 0,
  milestone_id INTEGER REFERENCES milestone (id),
  base_sha TEXT NOT NULL,                          -- where the branches parted, when last looked; of a merged one, for good
  head_sha TEXT NOT NULL,
  merge_sha TEXT,                                  -- what merging made
  created TEXT NOT NULL,
  updated TEXT NOT NULL,                           -- incidental
  edited TEXT,
  merged TEXT,
  merged_by INTEGER REFERENCES account (id),
  closed TEXT,
  closed_by INTEGER REFERENCES account (id),
  UNIQUE (project_id, number)
) STRICT;
CREATE INDEX merge_request_author ON merge_request (author_id);
CREATE INDEX merge_request_source ON merge_request (source_project_id, source_branch);
CREATE INDEX merge_request_updated ON merge_request (project_id, state, updated);

CREATE TABLE merge_request_assignee (
  merge_request_id INTEGER NOT NULL REFERENCES merge_request (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  PRIMARY KEY (merge_request_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX merge_request_assignee_account ON merge_request_assignee (account_id);

CREATE TABLE merge_request_reviewer (
  merge_request_id INTEGER NOT NULL REFERENCES merge_request (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  PRIMARY KEY (merge_request_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX merge_request_reviewer_account ON merge_request_reviewer (account_id);

CREATE TABLE merge_request_label (
  merge_request_id INTEGER NOT NULL REFERENCES merge_request (id),
  label_id INTEGER NOT NULL REFERENCES label (id),
  PRIMARY KEY (merge_request_id, label_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX merge_request_label_label ON merge_request_label (label_id);

CREATE TABLE approval (
  merge_request_id INTEGER NOT NULL REFERENCES merge_request (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  created TEXT NOT NULL,
  PRIMARY KEY (merge_request_id, account_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE closes (                              -- issues that merging closes, as title, description and commits say
  merge_request_id INTEGER NOT NULL REFERENCES merge_request (id),
  issue_id INTEGER NOT NULL REFERENCES issue (id),
  PRIMARY KEY (merge_request_id, issue_id)
) STRICT, WITHOUT ROWID;

-- Talk -------------------------------------------------------------------------------------------------------------

CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  project_id INTEGER REFERENCES project (id),
  issue_id INTEGER REFERENCES issue (id),
  merge_request_id INTEGER REFERENCES merge_request (id),
  commit_sha TEXT,
  snippet_id INTEGER REFERENCES snippet (id),
  thread_id INTEGER REFERENCES note (id),          -- the first note of its thread; NULL for that one and for lone ones
  author_id INTEGER NOT NULL REFERENCES account (id),
  body TEXT NOT NULL,                              -- Markdown; of a system note a sentence without its subject: 'closed'
  system INTEGER NOT NULL DEFAULT 0,
  internal INTEGER NOT NULL DEFAULT 0,             -- seen from reporter on
  threaded INTEGER NOT NULL DEFAULT 0,             -- the first of a thread, which can be resolved
  resolved TEXT,
  resolved_by INTEGER REFERENCES account (id),
  position_sha TEXT,                               -- of a note on a line: the head it was written at
  position_path TEXT,
  position_side TEXT CHECK (position_side IN ('old', 'new')),
  position_line INTEGER,
  applied TEXT,                                    -- the sha of the commit that applied its suggestion
  created TEXT NOT NULL,
  edited TEXT,
  CHECK ((issue_id IS NOT NULL) + (merge_request_id IS NOT NULL) + (commit_sha IS NOT NULL) + (snippet_id IS NOT NULL) = 1)
) STRICT;
CREATE INDEX note_issue ON note (issue_id, created) WHERE issue_id IS NOT NULL;
CREATE INDEX note_merge_request ON note (merge_request_id, created) WHERE merge_request_id IS NOT NULL;
CREATE INDEX note_commit ON note (project_id, commit_sha) WHERE commit_sha IS NOT NULL;
CREATE INDEX note_snippet ON note (snippet_id) WHERE snippet_id IS NOT NULL;
CREATE INDEX note_author ON note (author_id);

CREATE TABLE award (                               -- an emoji somebody gave
  id INTEGER PRIMARY KEY,
  issue_id INTEGER REFERENCES issue (id),
  merge_request_id INTEGER REFERENCES merge_request (id),
  note_id INTEGER REFERENCES note (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  emoji TEXT NOT NULL,                             -- 'thumbsup'
  CHECK ((issue_id IS NOT NULL) + (merge_request_id IS NOT NULL) + (note_id IS NOT NULL) = 1),
  UNIQUE (issue_id, account_id, emoji),
  UNIQUE (merge_request_id, account_id, emoji),
  UNIQUE (note_id, account_id, emoji)
) STRICT;

CREATE TABLE participant (                         -- who switched notifications of one thing on or off
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  issue_id INTEGER REFERENCES issue (id),
  merge_request_id INTEGER REFERENCES merge_request (id),
  subscribed INTEGER NOT NULL,
  CHECK ((issue_id IS NULL) <> (merge_request_id IS NULL)),
  UNIQUE (account_id, issue_id),
  UNIQUE (account_id, merge_request_id)
) STRICT;

CREATE TABLE todo (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  author_id INTEGER NOT NULL REFERENCES account (id),
  project_id INTEGER NOT NULL REFERENCES project (id),
  issue_id INTEGER REFERENCES issue (id),
  merge_request_id INTEGER REFERENCES merge_request (id),
  note_id INTEGER REFERENCES note (id),
  action TEXT NOT NULL CHECK (action IN ('assigned', 'mentioned', 'review_requested', 'approval_required', 'build_failed', 'marked', 'unmergeable')),
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done')),
  created TEXT NOT NULL,
  CHECK ((issue_id IS NULL) <> (merge_request_id IS NULL))
) STRICT;
CREATE INDEX todo_account ON todo (account_id, state, created);

CREATE TABLE event (                               -- the activity of accounts and projects; follows what was done
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  project_id INTEGER REFERENCES project (id),
  action TEXT NOT NULL CHECK (action IN ('created', 'pushed', 'pushed_new', 'deleted_ref', 'opened', 'closed', 'reopened',
    'merged', 'approved', 'commented', 'joined', 'left', 'released', 'starred', 'forked', 'wiki')),
  issue_id INTEGER REFERENCES issue (id),
  merge_request_id INTEGER REFERENCES merge_request (id),
  milestone_id INTEGER REFERENCES milestone (id),
  note_id INTEGER REFERENCES note (id),
  ref TEXT,                                        -- of a push
  sha TEXT,
  commits INTEGER,
  title TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL
) STRICT;
CREATE INDEX event_account ON event (account_id, created);
CREATE INDEX event_project ON event (project_id, created);

-- Snippets, wikis, pipelines ---------------------------------------------------------------------------------------

CREATE TABLE snippet (
  id INTEGER PRIMARY KEY,
  project_id INTEGER REFERENCES project (id),      -- NULL: somebody's own
  author_id INTEGER NOT NULL REFERENCES account (id),
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  visibility TEXT NOT NULL CHECK (visibility IN ('private', 'internal', 'public')),
  created TEXT NOT NULL,
  edited TEXT
) STRICT;

CREATE TABLE snippet_file (
  snippet_id INTEGER NOT NULL REFERENCES snippet (id),
  path TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (snippet_id, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE wiki_page (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  slug TEXT NOT NULL COLLATE NOCASE,               -- 'home', 'guides/setup'
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  created TEXT NOT NULL,
  edited TEXT,
  UNIQUE (project_id, slug)
) STRICT;

CREATE TABLE wiki_edit (                           -- what a page said, the newest version included
  id INTEGER PRIMARY KEY,
  page_id INTEGER NOT NULL,
  author_id INTEGER NOT NULL REFERENCES account (id),
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL
) STRICT;
CREATE INDEX wiki_edit_page ON wiki_edit (page_id);

-- What a job says is a function of the tree and of the checks that `.pipeline.toml` in it declares.
CREATE TABLE pipeline (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  ref TEXT NOT NULL,
  sha TEXT NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account (id),
  source TEXT NOT NULL DEFAULT 'push' CHECK (source IN ('push', 'web', 'merge_request')),
  status TEXT NOT NULL CHECK (status IN ('passed', 'failed', 'warning', 'canceled', 'skipped')),
  created TEXT NOT NULL,
  finished TEXT NOT NULL
) STRICT;
CREATE INDEX pipeline_project ON pipeline (project_id, ref, created);
CREATE INDEX pipeline_sha ON pipeline (project_id, sha);

CREATE TABLE job (
  id INTEGER PRIMARY KEY,
  pipeline_id INTEGER NOT NULL REFERENCES pipeline (id),
  position INTEGER NOT NULL,
  stage TEXT NOT NULL,
  name TEXT NOT NULL,
  check_name TEXT NOT NULL,                        -- which built-in check it is
  may_fail INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL CHECK (status IN ('passed', 'failed', 'canceled', 'skipped')),
  seconds INTEGER NOT NULL,
  log TEXT NOT NULL,
  created TEXT NOT NULL,
  retried INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX job_pipeline ON job (pipeline_id, position);

-- For judges only -------------------------------------------------------------------------------------------------

CREATE TABLE flaw (                                -- what is wrong on purpose; never served
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  kind TEXT NOT NULL,                              -- 'duplicate-issue', 'stale-dependency', 'leaked-token', 'conflict', …
  issue_id INTEGER REFERENCES issue (id),
  merge_request_id INTEGER REFERENCES merge_request (id),
  path TEXT,
  sha TEXT,
  detail TEXT NOT NULL
) STRICT;

-- Search -----------------------------------------------------------------------------------------------------------

CREATE VIRTUAL TABLE issue_search USING fts5 (title, description, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE TRIGGER issue_added AFTER INSERT ON issue BEGIN
  INSERT INTO issue_search (rowid, title, description) VALUES (new.id, new.title, new.description);
END;
CREATE TRIGGER issue_changed AFTER UPDATE OF title, description ON issue BEGIN
  UPDATE issue_search SET title = new.title, description = new.description WHERE rowid = new.id;
END;
CREATE VIRTUAL TABLE merge_request_search USING fts5 (title, description, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE TRIGGER merge_request_added AFTER INSERT ON merge_request BEGIN
  INSERT INTO merge_request_search (rowid, title, description) VALUES (new.id, new.title, new.description);
END;
CREATE TRIGGER merge_request_changed AFTER UPDATE OF title, description ON merge_request BEGIN
  UPDATE merge_request_search SET title = new.title, description = new.description WHERE rowid = new.id;
END;
CREATE VIRTUAL TABLE note_search USING fts5 (body, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE TRIGGER note_added AFTER INSERT ON note WHEN NOT new.system BEGIN
  INSERT INTO note_search (rowid, body) VALUES (new.id, new.body);
END;
CREATE TRIGGER note_changed AFTER UPDATE OF body ON note WHEN NOT new.system BEGIN
  UPDATE note_search SET body = new.body WHERE rowid = new.id;
END;
