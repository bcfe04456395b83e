CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL,
  price INTEGER NOT NULL DEFAULT 0,
  seen INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE VIRTUAL TABLE note_search USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
  INSERT INTO note_search (rowid, text) VALUES (new.id, new.text);
END;
CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  password TEXT NOT NULL
) STRICT;
