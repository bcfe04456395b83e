CREATE TABLE entry (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  written TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE entry_search USING fts5 (name, message);
CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
  INSERT INTO entry_search (rowid, name, message) VALUES (new.id, new.name, new.message);
END;
