CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  password TEXT NOT NULL
) STRICT;

CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  colour TEXT NOT NULL DEFAULT 'plain' CHECK (colour IN ('plain', 'yellow', 'green', 'blue', 'rose')),
  pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  deleted TEXT,                        -- when it was put into the trash
  created TEXT NOT NULL,
  updated TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 1, -- raised by every edit of title, text, tags or colour
  last_viewed TEXT                     -- incidental
) STRICT;
CREATE INDEX note_account ON note (account_id, deleted, archived);

CREATE TABLE note_tag (
  note_id INTEGER NOT NULL REFERENCES note (id),
  tag TEXT NOT NULL,
  PRIMARY KEY (note_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_tag_tag ON note_tag (tag);

CREATE VIRTUAL TABLE note_search USING fts5 (title, body, tags, tokenize = 'unicode61 remove_diacritics 2');

CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
  INSERT INTO note_search (rowid, title, body, tags) VALUES (new.id, new.title, new.body, '');
END;
CREATE TRIGGER note_edited AFTER UPDATE OF title, body ON note BEGIN
  UPDATE note_search SET title = new.title, body = new.body WHERE rowid = new.id;
END;
CREATE TRIGGER note_removed AFTER DELETE ON note BEGIN
  DELETE FROM note_search WHERE rowid = old.id;
END;
CREATE TRIGGER tag_added AFTER INSERT ON note_tag BEGIN
  UPDATE note_search SET tags = (SELECT group_concat(tag, ' ') FROM note_tag WHERE note_id = new.note_id)
  WHERE rowid = new.note_id;
END;
CREATE TRIGGER tag_removed AFTER DELETE ON note_tag BEGIN
  UPDATE note_search SET tags = coalesce((SELECT group_concat(tag, ' ') FROM note_tag WHERE note_id = old.note_id), '')
  WHERE rowid = old.note_id;
END;
