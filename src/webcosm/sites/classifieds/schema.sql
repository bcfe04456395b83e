-- Money is whole cents, times are `YYYY-MM-DD HH:MM:SS`, flags are 0 or 1.

CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  name TEXT NOT NULL,                              -- as buyers see it
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  phone TEXT NOT NULL DEFAULT '',
  password TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'moderator')),
  kind TEXT NOT NULL DEFAULT 'private' CHECK (kind IN ('private', 'business')),
  person_id INTEGER,                               -- in lore; never served
  city_id INTEGER NOT NULL REFERENCES city (id),
  about TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL,
  last_seen TEXT NOT NULL,                         -- incidental; who was away for a month does not answer
  suspended TEXT                                   -- when a moderator closed the account
) STRICT;

CREATE TABLE region (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,                       -- a state of lore
  code TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE city (
  id INTEGER PRIMARY KEY,                          -- as in lore
  region_id INTEGER NOT NULL REFERENCES region (id),
  name TEXT NOT NULL,
  lat REAL NOT NULL,
  lon REAL NOT NULL
) STRICT;
CREATE INDEX city_region ON city (region_id, name);

CREATE TABLE category (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER REFERENCES category (id),
  name TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE attribute (                           -- what listings of a category say besides words
  id INTEGER PRIMARY KEY,
  category_id INTEGER NOT NULL REFERENCES category (id),
  code TEXT NOT NULL,                              -- 'make', 'year', 'mileage', 'size', 'rooms'
  label TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('choice', 'number', 'yesno')),
  unit TEXT NOT NULL DEFAULT '',
  required INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL,
  UNIQUE (category_id, code)
) STRICT;

CREATE TABLE attribute_choice (
  id INTEGER PRIMARY KEY,
  attribute_id INTEGER NOT NULL REFERENCES attribute (id),
  label TEXT NOT NULL,
  position INTEGER NOT NULL,
  UNIQUE (attribute_id, label)
) STRICT;

CREATE TABLE listing (
  id INTEGER PRIMARY KEY,
  seller_id INTEGER NOT NULL REFERENCES account (id),
  category_id INTEGER NOT NULL REFERENCES category (id),
  title TEXT NOT NULL,
  body TEXT NOT NULL,                              -- plain text with line breaks
  price INTEGER,                                   -- NULL: ask the seller
  negotiable INTEGER NOT NULL DEFAULT 0,
  condition TEXT NOT NULL DEFAULT 'used' CHECK (condition IN ('new', 'like_new', 'used', 'worn', 'for_parts', 'none')),
  city_id INTEGER NOT NULL REFERENCES city (id),
  status TEXT NOT NULL CHECK (status IN ('draft', 'active', 'sold', 'expired', 'removed', 'deleted')),
  created TEXT NOT NULL,
  published TEXT,                                  -- the day that lists sort by; renewing sets it anew
  expires TEXT,
  edited TEXT,
  removed_reason TEXT NOT NULL DEFAULT '',
  views INTEGER NOT NULL DEFAULT 0                 -- incidental
) STRICT;
CREATE INDEX listing_lists ON listing (status, published, id);
CREATE INDEX listing_category ON listing (category_id, status, published, id);
-- Lists by price have those without one at their end, whichever way they go.
CREATE INDEX listing_cheap ON listing (status, coalesce(price, 99999999999), id);
CREATE INDEX listing_dear ON listing (status, coalesce(price, -1), id);
CREATE INDEX listing_category_cheap ON listing (category_id, status, coalesce(price, 99999999999), id);
CREATE INDEX listing_category_dear ON listing (category_id, status, coalesce(price, -1), id);
CREATE INDEX listing_city ON listing (city_id, status, published, id);
CREATE INDEX listing_seller ON listing (seller_id, status);

CREATE TABLE listing_value (
  listing_id INTEGER NOT NULL REFERENCES listing (id),
  attribute_id INTEGER NOT NULL REFERENCES attribute (id),
  choice_id INTEGER REFERENCES attribute_choice (id),
  number INTEGER,                                  -- also of yes and no: 1 and 0
  PRIMARY KEY (listing_id, attribute_id),
  CHECK ((choice_id IS NULL) <> (number IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_value_choice ON listing_value (attribute_id, choice_id, number, listing_id);

CREATE TABLE listing_photo (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listing (id),
  position INTEGER NOT NULL,
  look TEXT NOT NULL DEFAULT '',                   -- JSON: the truth it is drawn from; never served; '' for an upload
  view TEXT NOT NULL DEFAULT 'front',
  file BLOB
) STRICT;
CREATE INDEX listing_photo_listing ON listing_photo (listing_id, position);

CREATE TABLE price_change (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listing (id),
  old_price INTEGER,
  new_price INTEGER,
  changed TEXT NOT NULL
) STRICT;
CREATE INDEX price_change_listing ON price_change (listing_id);

CREATE TABLE review (                              -- a comment with stars under a listing
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listing (id),
  author_id INTEGER NOT NULL REFERENCES account (id),
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  created TEXT NOT NULL,
  removed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX review_listing ON review (listing_id, created);
CREATE INDEX review_author ON review (author_id);

CREATE TABLE seller_rating (                       -- by somebody who bought; one for each sale
  listing_id INTEGER PRIMARY KEY REFERENCES listing (id),
  buyer_id INTEGER NOT NULL REFERENCES account (id),
  seller_id INTEGER NOT NULL REFERENCES account (id),
  stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  words TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL
) STRICT;
CREATE INDEX seller_rating_seller ON seller_rating (seller_id);

CREATE TABLE conversation (                        -- about a listing, between its seller and somebody
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listing (id),
  buyer_id INTEGER NOT NULL REFERENCES account (id),
  created TEXT NOT NULL,
  UNIQUE (listing_id, buyer_id)
) STRICT;
CREATE INDEX conversation_buyer ON conversation (buyer_id);

CREATE TABLE message (
  id INTEGER PRIMARY KEY,
  conversation_id INTEGER NOT NULL REFERENCES conversation (id),
  sender_id INTEGER NOT NULL REFERENCES account (id),
  body TEXT NOT NULL,
  created TEXT NOT NULL,
  read TEXT                                        -- incidental
) STRICT;
CREATE INDEX message_conversation ON message (conversation_id, created);

CREATE TABLE offer (                               -- a price somebody names in a conversation
  id INTEGER PRIMARY KEY,
  conversation_id INTEGER NOT NULL REFERENCES conversation (id),
  sender_id INTEGER NOT NULL REFERENCES account (id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'declined', 'countered', 'withdrawn')),
  created TEXT NOT NULL,
  answered TEXT
) STRICT;
CREATE INDEX offer_conversation ON offer (conversation_id, created);

CREATE TABLE favourite (
  account_id INTEGER NOT NULL REFERENCES account (id),
  listing_id INTEGER NOT NULL REFERENCES listing (id),
  created TEXT NOT NULL,
  PRIMARY KEY (account_id, listing_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_search (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  query TEXT NOT NULL,                             -- the address's query, in canonical order
  alerts INTEGER NOT NULL DEFAULT 0,
  created TEXT NOT NULL,
  last_checked TEXT                                -- incidental
) STRICT;
CREATE INDEX saved_search_account ON saved_search (account_id);

CREATE TABLE mail (                                -- sent by the form "E-mail the seller", and shares; cannot be taken back
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listing (id),
  kind TEXT NOT NULL CHECK (kind IN ('contact', 'share')),
  from_name TEXT NOT NULL,
  from_email TEXT NOT NULL,
  to_email TEXT NOT NULL,
  body TEXT NOT NULL,
  sent TEXT NOT NULL
) STRICT;

CREATE TABLE report (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listing (id),
  review_id INTEGER REFERENCES review (id),
  reporter_id INTEGER REFERENCES account (id),     -- NULL: a guest
  reason TEXT NOT NULL CHECK (reason IN ('scam', 'duplicate', 'wrong_category', 'forbidden', 'offensive', 'sold', 'other')),
  text TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL,
  outcome TEXT NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'removed', 'dismissed', 'moved')),
  closed_by INTEGER REFERENCES account (id),
  closed TEXT
) STRICT;
CREATE INDEX report_outcome ON report (outcome, created);

CREATE TABLE moderation (                          -- the log: only ever added to
  id INTEGER PRIMARY KEY,
  moderator_id INTEGER NOT NULL REFERENCES account (id),
  action TEXT NOT NULL CHECK (action IN ('remove', 'restore', 'move', 'dismiss', 'suspend', 'unsuspend', 'remove_review', 'warn')),
  listing_id INTEGER REFERENCES listing (id),
  account_id INTEGER REFERENCES account (id),
  review_id INTEGER REFERENCES review (id),
  reason TEXT NOT NULL DEFAULT '',
  created TEXT NOT NULL
) STRICT;

CREATE TABLE truth (                               -- what is wrong with a listing, for judges; never served
  listing_id INTEGER PRIMARY KEY REFERENCES listing (id),
  kind TEXT NOT NULL CHECK (kind IN ('scam', 'duplicate', 'wrong_category', 'forbidden', 'sold', 'mismatch')),
  other_id INTEGER REFERENCES listing (id),        -- of which it is a duplicate
  category_id INTEGER REFERENCES category (id)     -- where it belongs
) STRICT;

CREATE TABLE review_truth (                        -- comments that break the rules, for judges; never served
  review_id INTEGER PRIMARY KEY REFERENCES review (id)
) STRICT;

CREATE VIRTUAL TABLE listing_search USING fts5 (title, body, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE TRIGGER listing_added AFTER INSERT ON listing BEGIN
  INSERT INTO listing_search (rowid, title, body) VALUES (new.id, new.title, new.body);
END;
CREATE TRIGGER listing_changed AFTER UPDATE OF title, body ON listing BEGIN
  UPDATE listing_search SET title = new.title, body = new.body WHERE rowid = new.id;
END;
