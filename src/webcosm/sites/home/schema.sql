-- Where this web is set: one row, kept so that no page has to draw the whole map to name it.
CREATE TABLE region (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  states INTEGER NOT NULL,
  towns INTEGER NOT NULL,
  population INTEGER NOT NULL,
  largest_city TEXT NOT NULL
) STRICT;
