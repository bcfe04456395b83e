-- Money is whole cents, percentages are hundredths of a percent, times are `YYYY-MM-DD HH:MM:SS`, flags are 0 or 1.
-- What can be computed (ratings, how often a coupon was used, totals of a customer) is not stored.

-- Catalogue --------------------------------------------------------------------------------------------------------

CREATE TABLE category (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER REFERENCES category (id),      -- NULL for the departments, the first of three levels
  name TEXT NOT NULL,
  url_path TEXT NOT NULL UNIQUE,                   -- 'kitchen/cookware/frying-pans', served at /kitchen/cookware/frying-pans.html
  level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 3),
  position INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  in_menu INTEGER NOT NULL DEFAULT 1,
  description TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX category_parent ON category (parent_id, position);

CREATE TABLE attribute (                           -- what variants differ in and lists are narrowed by
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,                       -- 'color', 'size', 'flavor', 'material', 'capacity' …
  label TEXT NOT NULL,
  filterable INTEGER NOT NULL DEFAULT 1,
  for_variants INTEGER NOT NULL DEFAULT 0          -- may span a configurable product's matrix
) STRICT;

CREATE TABLE attribute_option (
  id INTEGER PRIMARY KEY,
  attribute_id INTEGER NOT NULL REFERENCES attribute (id),
  label TEXT NOT NULL,
  swatch TEXT NOT NULL DEFAULT '',                 -- '#c0392b' for colours
  position INTEGER NOT NULL,
  UNIQUE (attribute_id, label)
) STRICT;

CREATE TABLE attribute_set (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE attribute_set_member (
  set_id INTEGER NOT NULL REFERENCES attribute_set (id),
  attribute_id INTEGER NOT NULL REFERENCES attribute (id),
  PRIMARY KEY (set_id, attribute_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tax_class (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE                        -- 'Taxable Goods', 'Food', 'Exempt'
) STRICT;

CREATE TABLE product (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL CHECK (type IN ('simple', 'configurable', 'variant')),
  parent_id INTEGER REFERENCES product (id),       -- a variant's configurable product
  sku TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  url_key TEXT NOT NULL UNIQUE,                    -- served at /<url_key>.html (variants: at their parent's)
  brand TEXT NOT NULL DEFAULT '',
  archetype TEXT NOT NULL DEFAULT '',              -- which kind of goods it is ('mug'); '' for one made in the back office
  attribute_set_id INTEGER NOT NULL REFERENCES attribute_set (id),
  price INTEGER NOT NULL CHECK (price >= 0),       -- of a configurable product: of its cheapest variant when it was made; pages read the variants'
  special_price INTEGER,
  special_from TEXT,                               -- dates; NULL is open
  special_to TEXT,
  tax_class_id INTEGER NOT NULL REFERENCES tax_class (id),
  weight INTEGER NOT NULL DEFAULT 0,               -- grams
  qty INTEGER NOT NULL DEFAULT 0,                  -- lowered when an order is placed, raised when it is canceled
  in_stock INTEGER NOT NULL DEFAULT 1,             -- may be 0 although qty is not
  enabled INTEGER NOT NULL DEFAULT 1,
  visibility TEXT NOT NULL DEFAULT 'both' CHECK (visibility IN ('none', 'catalog', 'search', 'both')),
  is_new INTEGER NOT NULL DEFAULT 0,
  on_sale INTEGER NOT NULL DEFAULT 0,              -- the merchant's "sale" flag; says nothing of prices
  short_description TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',            -- Markdown
  look TEXT NOT NULL DEFAULT '{}',                 -- JSON: the truth its pictures are drawn from; never served
  created TEXT NOT NULL,
  updated TEXT NOT NULL
) STRICT;
CREATE INDEX product_parent ON product (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX product_name ON product (name, sku, brand);
CREATE INDEX product_brand ON product (brand);
CREATE INDEX product_new ON product (created) WHERE is_new;
CREATE INDEX product_on_sale ON product (created) WHERE on_sale;
-- All that lists ask of variants, so that they need not read the wide rows.
CREATE INDEX product_offer ON product (parent_id, enabled, price, special_price, special_from, special_to, in_stock, qty) WHERE parent_id IS NOT NULL;
-- And what the back office's list narrows and sorts by; what changes most comes last, so that an entry stays on its page.
CREATE INDEX product_facts ON product (attribute_set_id, type, enabled, in_stock, price, visibility, qty);
CREATE INDEX product_stock ON product (qty) WHERE type <> 'configurable';

CREATE TABLE product_category (
  product_id INTEGER NOT NULL REFERENCES product (id),
  category_id INTEGER NOT NULL REFERENCES category (id),   -- of any level; lists of a category hold those of its children too
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (product_id, category_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_category_category ON product_category (category_id, position, product_id);

CREATE TABLE product_option (                      -- which option of an attribute a simple product or variant has
  product_id INTEGER NOT NULL REFERENCES product (id),
  attribute_id INTEGER NOT NULL REFERENCES attribute (id),
  option_id INTEGER NOT NULL REFERENCES attribute_option (id),
  PRIMARY KEY (product_id, attribute_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_option_option ON product_option (option_id, product_id);

CREATE TABLE product_axis (                        -- the attributes that a configurable product's variants differ in
  product_id INTEGER NOT NULL REFERENCES product (id),
  attribute_id INTEGER NOT NULL REFERENCES attribute (id),
  position INTEGER NOT NULL,
  PRIMARY KEY (product_id, attribute_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE product_spec (                        -- the specification table
  product_id INTEGER NOT NULL REFERENCES product (id),
  position INTEGER NOT NULL,
  label TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE product_image (
  id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES product (id),
  position INTEGER NOT NULL,
  view TEXT NOT NULL,                              -- which picture of the product's look: 'front', 'angle', 'detail', 'scene'; 'upload' for a file
  label TEXT NOT NULL DEFAULT '',
  file BLOB                                        -- an uploaded PNG or JPEG; NULL: drawn from the look
) STRICT;
CREATE INDEX product_image_product ON product_image (product_id, position);

CREATE TABLE product_relation (                    -- what a product page recommends
  product_id INTEGER NOT NULL REFERENCES product (id),
  other_id INTEGER NOT NULL REFERENCES product (id),
  position INTEGER NOT NULL,
  PRIMARY KEY (product_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE product_view (                        -- incidental
  product_id INTEGER NOT NULL REFERENCES product (id),
  day TEXT NOT NULL,
  views INTEGER NOT NULL,
  PRIMARY KEY (product_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_view_day ON product_view (day, product_id, views);

-- What lists, facets and search results ask of every product that is no variant; it follows from the tables above.
CREATE VIEW shelf_now AS
SELECT product.id AS product_id, product.enabled AND product.visibility IN ('catalog', 'both') AS in_lists,
  product.enabled AND product.visibility IN ('search', 'both') AS in_search,
  product.special_price IS NOT NULL AS special, product.in_stock AND product.qty > 0 AS available, product.brand,
  coalesce((SELECT group_concat(option_id) FROM product_option WHERE product_id = product.id), '') AS options
FROM product WHERE product.type = 'simple'
UNION ALL
SELECT product.id, product.enabled AND product.visibility IN ('catalog', 'both'),
  product.enabled AND product.visibility IN ('search', 'both'),
  EXISTS (SELECT 1 FROM product AS item WHERE item.parent_id = product.id AND item.enabled AND item.special_price IS NOT NULL),
  EXISTS (SELECT 1 FROM product AS item WHERE item.parent_id = product.id AND item.enabled AND item.in_stock AND item.qty > 0),
  product.brand,
  coalesce((SELECT group_concat(DISTINCT option_id) FROM product_option WHERE product_id = product.id OR product_id IN
    (SELECT item.id FROM product AS item WHERE item.parent_id = product.id AND item.enabled)), '')
FROM product WHERE product.type = 'configurable';

-- The same for the first state, packed into arrays (see seed_shelf.py), so that a list of thousands is a matter of milliseconds; never changed.
CREATE TABLE shelf_pack (
  part TEXT PRIMARY KEY,
  data BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE shelf_stale (                         -- incidental: products for which the packed arrays are no longer true
  product_id INTEGER PRIMARY KEY
) STRICT;
CREATE TRIGGER shelf_product_added AFTER INSERT ON product WHEN EXISTS (SELECT 1 FROM shelf_pack) BEGIN
  INSERT OR IGNORE INTO shelf_stale SELECT coalesce(new.parent_id, new.id);
END;
CREATE TRIGGER shelf_product_edited AFTER UPDATE OF type, parent_id, name, brand, price, special_price, special_from, special_to, qty, in_stock, enabled, visibility ON product WHEN EXISTS (SELECT 1 FROM shelf_pack) BEGIN
  INSERT OR IGNORE INTO shelf_stale SELECT coalesce(new.parent_id, new.id) UNION SELECT coalesce(old.parent_id, old.id);
END;
CREATE TRIGGER shelf_product_removed AFTER DELETE ON product WHEN EXISTS (SELECT 1 FROM shelf_pack) BEGIN
  INSERT OR IGNORE INTO shelf_stale SELECT coalesce(old.parent_id, old.id);
END;
CREATE TRIGGER shelf_option_added AFTER INSERT ON product_option WHEN EXISTS (SELECT 1 FROM shelf_pack) BEGIN
  INSERT OR IGNORE INTO shelf_stale SELECT coalesce((SELECT parent_id FROM product WHERE id = new.product_id), new.product_id);
END;
CREATE TRIGGER shelf_option_edited AFTER UPDATE ON product_option WHEN EXISTS (SELECT 1 FROM shelf_pack) BEGIN
  INSERT OR IGNORE INTO shelf_stale SELECT coalesce((SELECT parent_id FROM product WHERE id = new.product_id), new.product_id);
END;
CREATE TRIGGER shelf_option_removed AFTER DELETE ON product_option WHEN EXISTS (SELECT 1 FROM shelf_pack) BEGIN
  INSERT OR IGNORE INTO shelf_stale SELECT coalesce((SELECT parent_id FROM product WHERE id = old.product_id), old.product_id);
END;
CREATE TRIGGER shelf_place_added AFTER INSERT ON product_category WHEN EXISTS (SELECT 1 FROM shelf_pack) BEGIN
  INSERT OR IGNORE INTO shelf_stale SELECT new.product_id;
END;
CREATE TRIGGER shelf_place_edited AFTER UPDATE ON product_category WHEN EXISTS (SELECT 1 FROM shelf_pack) BEGIN
  INSERT OR IGNORE INTO shelf_stale SELECT new.product_id;
END;
CREATE TRIGGER shelf_place_removed AFTER DELETE ON product_category WHEN EXISTS (SELECT 1 FROM shelf_pack) BEGIN
  INSERT OR IGNORE INTO shelf_stale SELECT old.product_id;
END;
CREATE TRIGGER shelf_category_moved AFTER UPDATE OF parent_id ON category WHEN EXISTS (SELECT 1 FROM shelf_pack) BEGIN
  INSERT OR IGNORE INTO shelf_stale SELECT product_id FROM product_category WHERE category_id = new.id
    OR category_id IN (SELECT id FROM category WHERE parent_id = new.id)
    OR category_id IN (SELECT id FROM category WHERE parent_id IN (SELECT id FROM category WHERE parent_id = new.id));
END;

-- Indexes names, brands, SKUs and descriptions of products that are no variants; variants are found by their parents.
CREATE VIRTUAL TABLE product_search USING fts5 (name, brand, sku, description, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE TRIGGER product_added AFTER INSERT ON product WHEN new.type <> 'variant' BEGIN
  INSERT INTO product_search (rowid, name, brand, sku, description)
  VALUES (new.id, new.name, new.brand, new.sku, new.short_description || ' ' || new.description);
END;
CREATE TRIGGER product_edited AFTER UPDATE OF name, brand, sku, short_description, description ON product WHEN new.type <> 'variant' BEGIN
  UPDATE product_search SET name = new.name, brand = new.brand, sku = new.sku, description = new.short_description || ' ' || new.description
  WHERE rowid = new.id;
END;
CREATE TRIGGER product_removed AFTER DELETE ON product WHEN old.type <> 'variant' BEGIN
  DELETE FROM product_search WHERE rowid = old.id;
END;

CREATE TABLE search_use (                          -- incidental: what customers searched for
  term TEXT PRIMARY KEY,                           -- in lower case
  uses INTEGER NOT NULL,
  results INTEGER NOT NULL,
  last_used TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE search_rule (                         -- what the merchant decided about a term
  id INTEGER PRIMARY KEY,
  term TEXT NOT NULL UNIQUE,
  synonym TEXT NOT NULL DEFAULT '',                -- search for this instead
  redirect TEXT NOT NULL DEFAULT '',               -- go to this path instead
  suggested INTEGER NOT NULL DEFAULT 1             -- may be shown as a suggestion
) STRICT;

-- Customers --------------------------------------------------------------------------------------------------------

CREATE TABLE customer_group (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,                       -- 'General', 'Wholesale', 'Retailer', 'Not Logged In' (id 1: guests)
  tax_exempt INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE customer (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  group_id INTEGER NOT NULL REFERENCES customer_group (id),
  password TEXT NOT NULL,
  birth_date TEXT,
  gender TEXT NOT NULL DEFAULT '',
  billing_id INTEGER REFERENCES address (id),      -- the default billing and shipping addresses
  shipping_id INTEGER REFERENCES address (id),
  active INTEGER NOT NULL DEFAULT 1,
  note TEXT NOT NULL DEFAULT '',                   -- of the back office
  created TEXT NOT NULL,
  last_login TEXT                                  -- incidental
) STRICT;

CREATE TABLE address (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  company TEXT NOT NULL DEFAULT '',
  street TEXT NOT NULL,
  street2 TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL,
  region TEXT NOT NULL,                            -- the state's two letters
  postcode TEXT NOT NULL,
  phone TEXT NOT NULL
) STRICT;
CREATE INDEX address_customer ON address (customer_id);

CREATE TABLE subscriber (                          -- the newsletter's
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  customer_id INTEGER REFERENCES customer (id),
  status TEXT NOT NULL CHECK (status IN ('subscribed', 'unsubscribed')),
  changed TEXT NOT NULL
) STRICT;

CREATE TABLE wish (                                -- wish lists
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  product_id INTEGER NOT NULL REFERENCES product (id),     -- simple, variant, or configurable without a choice yet
  qty INTEGER NOT NULL DEFAULT 1,
  note TEXT NOT NULL DEFAULT '',
  added TEXT NOT NULL,
  UNIQUE (customer_id, product_id)
) STRICT;

CREATE TABLE comparison (                          -- a signed-in customer's compare list; a guest's is in the session
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  product_id INTEGER NOT NULL REFERENCES product (id),
  added TEXT NOT NULL,
  PRIMARY KEY (customer_id, product_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE review (
  id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES product (id),     -- never a variant
  customer_id INTEGER REFERENCES customer (id),
  nickname TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  created TEXT NOT NULL
) STRICT;
CREATE INDEX review_product ON review (product_id, status, created);
CREATE INDEX review_stars ON review (product_id, status, stars, created);
CREATE INDEX review_status ON review (status, created);
CREATE INDEX review_created ON review (created);
CREATE INDEX review_customer ON review (customer_id, status, created) WHERE customer_id IS NOT NULL;

-- Buying -----------------------------------------------------------------------------------------------------------

CREATE TABLE cart (                                -- every customer has one; a guest's is made when something is put in
  id INTEGER PRIMARY KEY,
  customer_id INTEGER UNIQUE REFERENCES customer (id),
  token TEXT UNIQUE,                               -- a guest's, kept in the session
  coupon TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE cart_item (
  id INTEGER PRIMARY KEY,
  cart_id INTEGER NOT NULL REFERENCES cart (id),
  product_id INTEGER NOT NULL REFERENCES product (id),     -- simple or variant
  qty INTEGER NOT NULL CHECK (qty > 0),
  added TEXT NOT NULL,
  UNIQUE (cart_id, product_id)
) STRICT;

CREATE TABLE shipping_method (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,                       -- 'flat', 'express', 'pickup', 'bulky'
  carrier TEXT NOT NULL,
  title TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  base INTEGER NOT NULL,                           -- cents for a parcel
  per_kg INTEGER NOT NULL DEFAULT 0,               -- cents for each begun kilogram
  free_from INTEGER,                               -- goods of this value travel for nothing
  days TEXT NOT NULL DEFAULT '',                   -- '3 to 5 working days'
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE payment_method (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,                       -- 'check', 'invoice', 'card', 'cod'
  title TEXT NOT NULL,
  instructions TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 1,
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE tax_rate (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  region TEXT NOT NULL,                            -- two letters
  tax_class_id INTEGER NOT NULL REFERENCES tax_class (id),
  percent INTEGER NOT NULL,                        -- 825 is 8.25 %
  UNIQUE (region, tax_class_id)
) STRICT;

CREATE TABLE website (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE store_view (
  id INTEGER PRIMARY KEY,
  website_id INTEGER NOT NULL REFERENCES website (id),
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE cart_rule (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 0,
  coupon TEXT UNIQUE,                              -- NULL: applies by itself
  uses_per_coupon INTEGER,                         -- NULL: as often as one likes
  uses_per_customer INTEGER,
  from_date TEXT,
  to_date TEXT,
  action TEXT NOT NULL CHECK (action IN ('by_percent', 'by_fixed', 'cart_fixed', 'buy_x_get_y')),
  amount INTEGER NOT NULL,                         -- hundredths of a percent, or cents off each item or the whole cart; Y for buy_x_get_y
  step INTEGER NOT NULL DEFAULT 0,                 -- X for buy_x_get_y
  free_shipping INTEGER NOT NULL DEFAULT 0,
  stop_further INTEGER NOT NULL DEFAULT 0,
  priority INTEGER NOT NULL DEFAULT 0              -- small first
) STRICT;

CREATE TABLE cart_rule_group (
  rule_id INTEGER NOT NULL REFERENCES cart_rule (id),
  group_id INTEGER NOT NULL REFERENCES customer_group (id),
  PRIMARY KEY (rule_id, group_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE cart_rule_website (
  rule_id INTEGER NOT NULL REFERENCES cart_rule (id),
  website_id INTEGER NOT NULL REFERENCES website (id),
  PRIMARY KEY (rule_id, website_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE cart_rule_condition (                 -- all must hold
  id INTEGER PRIMARY KEY,
  rule_id INTEGER NOT NULL REFERENCES cart_rule (id),
  subject TEXT NOT NULL CHECK (subject IN ('subtotal', 'items', 'weight', 'region', 'category', 'sku', 'brand')),
  operator TEXT NOT NULL CHECK (operator IN ('is', 'is not', 'at least', 'at most')),
  value TEXT NOT NULL                              -- cents, a count, grams, two letters, a category's id, …; category, sku and brand choose the items
) STRICT;

CREATE TABLE catalog_rule (                        -- lowers prices before anything is in a cart
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 0,
  from_date TEXT,
  to_date TEXT,
  action TEXT NOT NULL CHECK (action IN ('by_percent', 'by_fixed', 'to_percent', 'to_fixed')),
  amount INTEGER NOT NULL,
  stop_further INTEGER NOT NULL DEFAULT 0,
  priority INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE catalog_rule_group (
  rule_id INTEGER NOT NULL REFERENCES catalog_rule (id),
  group_id INTEGER NOT NULL REFERENCES customer_group (id),
  PRIMARY KEY (rule_id, group_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE catalog_rule_website (
  rule_id INTEGER NOT NULL REFERENCES catalog_rule (id),
  website_id INTEGER NOT NULL REFERENCES website (id),
  PRIMARY KEY (rule_id, website_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE catalog_rule_condition (
  id INTEGER PRIMARY KEY,
  rule_id INTEGER NOT NULL REFERENCES catalog_rule (id),
  subject TEXT NOT NULL CHECK (subject IN ('category', 'brand', 'sku', 'attribute_set')),
  operator TEXT NOT NULL CHECK (operator IN ('is', 'is not')),
  value TEXT NOT NULL
) STRICT;

-- Orders -----------------------------------------------------------------------------------------------------------

CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,                     -- 100000 + id
  customer_id INTEGER REFERENCES customer (id),    -- NULL: a guest
  email TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  group_id INTEGER NOT NULL REFERENCES customer_group (id),
  status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'complete', 'closed', 'canceled', 'holded', 'fraud')),
  held_status TEXT,                                -- what unholding brings back
  subtotal INTEGER NOT NULL,
  discount INTEGER NOT NULL DEFAULT 0,             -- positive
  shipping INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  total INTEGER NOT NULL,                          -- subtotal - discount + shipping + tax
  coupon TEXT NOT NULL DEFAULT '',
  shipping_code TEXT NOT NULL,
  shipping_title TEXT NOT NULL,                    -- 'Parcel Post - Standard', as it was when ordered
  payment_code TEXT NOT NULL,
  payment_title TEXT NOT NULL,
  payment_note TEXT NOT NULL DEFAULT '',           -- the last digits of a card, a reference number
  created TEXT NOT NULL,
  updated TEXT NOT NULL
) STRICT;
CREATE INDEX orders_customer ON orders (customer_id, created, status, total);
-- With what figures and reports add up, so that they need not read the rows; the id keeps it in the order of lists.
CREATE INDEX orders_created ON orders (created, id, status, total, tax, shipping, discount);
CREATE INDEX orders_updated ON orders (updated, status);
CREATE INDEX orders_status ON orders (status, created);
CREATE INDEX orders_email ON orders (email);
CREATE INDEX orders_coupon ON orders (upper(coupon), status);
CREATE INDEX orders_shipping ON orders (shipping_title);
CREATE INDEX orders_payment ON orders (payment_title);

CREATE TABLE order_item (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  product_id INTEGER REFERENCES product (id),      -- simple or variant; NULL once deleted from the catalogue
  sku TEXT NOT NULL,
  name TEXT NOT NULL,                              -- the parent's for a variant
  options TEXT NOT NULL DEFAULT '',                -- 'Color: Red; Size: M'
  qty INTEGER NOT NULL,
  price INTEGER NOT NULL,                          -- of one
  discount INTEGER NOT NULL DEFAULT 0,             -- of the row
  tax INTEGER NOT NULL,                            -- of the row
  row_total INTEGER NOT NULL                       -- qty * price
) STRICT;
CREATE INDEX order_item_order ON order_item (order_id, qty, product_id, tax);
CREATE INDEX order_item_product ON order_item (product_id, qty);

CREATE TABLE order_address (
  order_id INTEGER NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('billing', 'shipping')),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  company TEXT NOT NULL DEFAULT '',
  street TEXT NOT NULL,
  street2 TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL,
  region TEXT NOT NULL,
  postcode TEXT NOT NULL,
  phone TEXT NOT NULL,
  PRIMARY KEY (order_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE order_comment (                       -- the history: also what happened by itself
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  status TEXT NOT NULL,                            -- of the order after it
  comment TEXT NOT NULL DEFAULT '',
  notified INTEGER NOT NULL DEFAULT 0,             -- whether the customer was sent a message
  visible INTEGER NOT NULL DEFAULT 0,              -- whether the customer's order page shows it
  author TEXT NOT NULL DEFAULT '',                 -- a user of the back office; '' for the shop itself
  created TEXT NOT NULL
) STRICT;
CREATE INDEX order_comment_order ON order_comment (order_id, created);

CREATE TABLE invoice (
  id INTEGER PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,                     -- 300000 + id
  order_id INTEGER NOT NULL REFERENCES orders (id),
  status TEXT NOT NULL CHECK (status IN ('paid', 'canceled')),
  subtotal INTEGER NOT NULL,
  discount INTEGER NOT NULL,
  shipping INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  total INTEGER NOT NULL,
  notified INTEGER NOT NULL DEFAULT 0,
  created TEXT NOT NULL
) STRICT;
CREATE INDEX invoice_order ON invoice (order_id, status, total, shipping);
CREATE INDEX invoice_created ON invoice (created);

CREATE TABLE invoice_item (
  invoice_id INTEGER NOT NULL REFERENCES invoice (id),
  order_item_id INTEGER NOT NULL REFERENCES order_item (id),
  qty INTEGER NOT NULL,
  PRIMARY KEY (invoice_id, order_item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE shipment (
  id INTEGER PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,                     -- 500000 + id
  order_id INTEGER NOT NULL REFERENCES orders (id),
  notified INTEGER NOT NULL DEFAULT 0,
  created TEXT NOT NULL
) STRICT;
CREATE INDEX shipment_order ON shipment (order_id);
CREATE INDEX shipment_created ON shipment (created);

CREATE TABLE shipment_item (
  shipment_id INTEGER NOT NULL REFERENCES shipment (id),
  order_item_id INTEGER NOT NULL REFERENCES order_item (id),
  qty INTEGER NOT NULL,
  PRIMARY KEY (shipment_id, order_item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE track (
  id INTEGER PRIMARY KEY,
  shipment_id INTEGER NOT NULL REFERENCES shipment (id),
  carrier TEXT NOT NULL,                           -- a carrier's name
  title TEXT NOT NULL,
  number TEXT NOT NULL,
  created TEXT NOT NULL
) STRICT;
CREATE INDEX track_shipment ON track (shipment_id);

CREATE TABLE credit_memo (
  id INTEGER PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,                     -- 700000 + id
  order_id INTEGER NOT NULL REFERENCES orders (id),
  subtotal INTEGER NOT NULL,
  discount INTEGER NOT NULL,
  shipping INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  adjustment INTEGER NOT NULL DEFAULT 0,           -- added (or, negative, a fee kept back)
  total INTEGER NOT NULL,                          -- what was refunded
  comment TEXT NOT NULL DEFAULT '',
  notified INTEGER NOT NULL DEFAULT 0,
  created TEXT NOT NULL
) STRICT;
CREATE INDEX credit_memo_order ON credit_memo (order_id, total);
CREATE INDEX credit_memo_created ON credit_memo (created);

CREATE TABLE credit_memo_item (
  credit_memo_id INTEGER NOT NULL REFERENCES credit_memo (id),
  order_item_id INTEGER NOT NULL REFERENCES order_item (id),
  qty INTEGER NOT NULL,
  restocked INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (credit_memo_id, order_item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE payment (                             -- transactions: money in and out
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('capture', 'refund')),
  amount INTEGER NOT NULL,
  reference TEXT NOT NULL,
  created TEXT NOT NULL
) STRICT;
CREATE INDEX payment_order ON payment (order_id);
CREATE INDEX payment_created ON payment (created);

-- Contents and messages --------------------------------------------------------------------------------------------

CREATE TABLE cms_page (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  url_key TEXT NOT NULL UNIQUE,                    -- served at /<url_key>
  heading TEXT NOT NULL DEFAULT '',
  content TEXT NOT NULL DEFAULT '',                -- Markdown
  layout TEXT NOT NULL DEFAULT 'one column' CHECK (layout IN ('one column', 'with menu')),
  active INTEGER NOT NULL DEFAULT 1,
  created TEXT NOT NULL,
  updated TEXT NOT NULL
) STRICT;

CREATE TABLE cms_block (                           -- pieces of text in fixed places: 'home-banner', 'footer-note', 'checkout-note' …
  id INTEGER PRIMARY KEY,
  identifier TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  content TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 1,
  updated TEXT NOT NULL
) STRICT;

CREATE TABLE theme (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  parent_id INTEGER REFERENCES theme (id),
  accent TEXT NOT NULL,                            -- colours that the storefront's style sheet takes
  ground TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE setting (                             -- 'general/store_name', 'general/phone', 'design/theme' (its code), 'sales/minimum_order' …
  path TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE contact_message (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  message TEXT NOT NULL,
  created TEXT NOT NULL
) STRICT;

CREATE TABLE outgoing (                            -- messages that the shop sent to people for whom there is no other trace: password links, newsletters
  id INTEGER PRIMARY KEY,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  created TEXT NOT NULL
) STRICT;

CREATE TABLE newsletter (                          -- templates
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  sent TEXT,                                       -- when it went to all subscribers
  updated TEXT NOT NULL
) STRICT;

-- The back office --------------------------------------------------------------------------------------------------

CREATE TABLE role (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE                        -- 'Owner', 'Clerk', 'Read-only' at first
) STRICT;

CREATE TABLE role_permission (
  role_id INTEGER NOT NULL REFERENCES role (id),
  permission TEXT NOT NULL,                        -- 'sales.view', 'sales.edit', … see webcosm.sites.admin.permissions
  PRIMARY KEY (role_id, permission)
) STRICT, WITHOUT ROWID;

CREATE TABLE admin_user (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  role_id INTEGER NOT NULL REFERENCES role (id),
  active INTEGER NOT NULL DEFAULT 1,
  last_login TEXT                                  -- incidental
) STRICT;

CREATE TABLE notification (
  id INTEGER PRIMARY KEY,
  severity TEXT NOT NULL CHECK (severity IN ('notice', 'minor', 'major', 'critical')),
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  seen INTEGER NOT NULL DEFAULT 0,
  created TEXT NOT NULL
) STRICT;

CREATE TABLE statistics (                          -- incidental: when each report's figures were last refreshed
  report TEXT PRIMARY KEY,
  refreshed TEXT NOT NULL
) STRICT, WITHOUT ROWID;
