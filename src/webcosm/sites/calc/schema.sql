-- Calculations, newest last. Clearing the history sets "cleared" to the number of that clearing, so that it can be undone.
CREATE TABLE calculation (
  id INTEGER PRIMARY KEY,
  expression TEXT NOT NULL,
  result TEXT NOT NULL, -- as shown: at most 12 significant digits, no separators
  value TEXT NOT NULL,  -- in full, for Ans
  angle TEXT NOT NULL CHECK (angle IN ('deg', 'rad')),
  created TEXT NOT NULL,
  cleared INTEGER
) STRICT;
CREATE INDEX calculation_cleared ON calculation (cleared, id);

-- The memory (MS, M+, M-, MR, MC): one row while something is in it.
CREATE TABLE memory (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  value TEXT NOT NULL
) STRICT;
