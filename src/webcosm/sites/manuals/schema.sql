-- The manuals' text, cut at the headings, for the search. The pages themselves are rendered from the manuals.
CREATE TABLE section (
  id INTEGER PRIMARY KEY,
  site TEXT NOT NULL,
  manual TEXT NOT NULL, -- the manual's own title
  title TEXT NOT NULL,
  anchor TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (site, anchor)
) STRICT;

CREATE VIRTUAL TABLE section_index USING fts5(
  manual, title, body, content = 'section', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
