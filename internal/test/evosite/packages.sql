CREATE TABLE {p}s_lang_content (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  resource int(11) NOT NULL,
  lang varchar(4) NOT NULL DEFAULT 'base',
  pagetitle varchar(255) NOT NULL DEFAULT '',
  longtitle varchar(255) NOT NULL DEFAULT '',
  description varchar(255) NOT NULL DEFAULT '',
  introtext text NOT NULL,
  content longtext NOT NULL,
  menutitle varchar(255) NOT NULL DEFAULT '',
  seotitle varchar(128) NOT NULL DEFAULT '',
  seodescription varchar(128) NOT NULL DEFAULT '',
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY resource_lang (resource, lang),
  KEY s_lang_content_resource_index (resource),
  KEY s_lang_content_lang_index (lang)
) {table};

CREATE TABLE {p}s_lang_tmplvar_contentvalues (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  lang varchar(4) NOT NULL DEFAULT 'base',
  tmplvarid {int} NOT NULL,
  contentid {int} NOT NULL,
  value longtext,
  PRIMARY KEY (id),
  KEY s_lang_tmplvar_contentvalues_lang_index (lang),
  KEY s_lang_tmplvar_contentvalues_tmplvarid_index (tmplvarid),
  KEY s_lang_tmplvar_contentvalues_contentid_index (contentid)
) {table};

CREATE TABLE {p}s_seo (
  seoid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  resource_id int(11) NOT NULL,
  resource_type varchar(255) NOT NULL DEFAULT 'document',
  domain_key varchar(255) NOT NULL DEFAULT 'default',
  lang varchar(4) NOT NULL DEFAULT 'base',
  meta_title varchar(255) NOT NULL DEFAULT '',
  meta_description mediumtext NOT NULL,
  meta_keywords mediumtext NOT NULL,
  robots enum('','index,follow','index,nofollow','noindex,nofollow') NOT NULL DEFAULT '',
  canonical_url varchar(255) NOT NULL DEFAULT '',
  og_title varchar(255) NOT NULL DEFAULT '',
  structured_data longtext,
  PRIMARY KEY (seoid),
  KEY s_seo_resource_id_index (resource_id),
  KEY s_seo_domain_key_index (domain_key),
  KEY s_seo_lang_index (lang)
) {table};

CREATE TABLE {p}s_redirects (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  site_key varchar(255) NOT NULL DEFAULT 'all',
  old_url varchar(255) NOT NULL,
  new_url varchar(255) NOT NULL,
  type mediumint(8) unsigned NOT NULL DEFAULT 301,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}s_galleries (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  parent int(11) NOT NULL,
  block varchar(64) NOT NULL DEFAULT '1',
  position int(11) NOT NULL DEFAULT 0,
  file varchar(256) NOT NULL,
  type varchar(10) NOT NULL DEFAULT 'image',
  item_type varchar(64) NOT NULL DEFAULT 'resource',
  PRIMARY KEY (id),
  KEY s_galleries_parent_index (parent)
) {table};

CREATE TABLE {p}s_gallery_fields (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `key` int(11) NOT NULL,
  lang varchar(4) NOT NULL DEFAULT 'base',
  alt varchar(100) NOT NULL DEFAULT '',
  title varchar(100) NOT NULL DEFAULT '',
  description varchar(1024) NOT NULL DEFAULT '',
  link_text varchar(100) NOT NULL DEFAULT '',
  link varchar(1024) NOT NULL DEFAULT '',
  PRIMARY KEY (id),
  KEY s_gallery_fields_key_index (`key`)
) {table};

CREATE TABLE {p}s_multisites (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  active tinyint(4) NOT NULL DEFAULT 0,
  hide_from_tree tinyint(4) NOT NULL DEFAULT 0,
  resource int(11) NOT NULL,
  `key` varchar(100) NOT NULL,
  domain varchar(100) NOT NULL,
  site_name varchar(255) NOT NULL DEFAULT '',
  site_start int(11) NOT NULL DEFAULT 0,
  error_page int(11) NOT NULL DEFAULT 0,
  unauthorized_page int(11) NOT NULL DEFAULT 0,
  site_color varchar(50) NOT NULL DEFAULT '#60a5fa',
  PRIMARY KEY (id),
  UNIQUE KEY s_multisites_resource_unique (resource),
  UNIQUE KEY s_multisites_key_unique (`key`),
  KEY s_multisites_domain_index (domain)
) {table};

CREATE TABLE {p}s_attribute_category (
  attribute bigint(20) unsigned NOT NULL,
  category int(10) unsigned NOT NULL DEFAULT 0,
  KEY s_attribute_category_attribute_foreign (attribute),
  KEY s_attribute_category_category_index (category)
) {table};

CREATE TABLE {p}s_attribute_translates (
  atid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  attribute bigint(20) unsigned NOT NULL,
  lang varchar(10) NOT NULL DEFAULT 'base',
  pagetitle varchar(255) NOT NULL DEFAULT '',
  longtitle varchar(512) NOT NULL DEFAULT '',
  introtext mediumtext NOT NULL,
  content longtext NOT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (atid),
  UNIQUE KEY s_attribute_translates_attribute_lang_unique (attribute, lang),
  KEY s_attribute_translates_lang_index (lang),
  KEY s_attribute_translates_pagetitle_index (pagetitle(190))
) {table};

CREATE TABLE {p}s_attribute_values (
  avid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  attribute bigint(20) unsigned NOT NULL,
  position int(10) unsigned NOT NULL DEFAULT 0,
  alias varchar(512) NOT NULL,
  `code` varchar(512) NOT NULL,
  base tinytext NOT NULL,
  de tinytext,
  en tinytext,
  uk tinytext,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (avid),
  UNIQUE KEY s_attribute_values_attribute_alias_unique (attribute, alias(190)),
  KEY s_attribute_values_position_index (position),
  KEY s_attribute_values_alias_index (alias(190))
) {table};

CREATE TABLE {p}s_attributes (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  published tinyint(3) unsigned NOT NULL DEFAULT 0,
  asfilter tinyint(3) unsigned NOT NULL DEFAULT 0,
  position int(10) unsigned NOT NULL DEFAULT 0,
  type int(10) unsigned NOT NULL DEFAULT 0,
  alias varchar(512) NOT NULL,
  helptext tinytext NOT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id),
  KEY s_attributes_published_index (published),
  KEY s_attributes_asfilter_index (asfilter),
  KEY s_attributes_position_index (position),
  KEY s_attributes_alias_index (alias(190))
) {table};

CREATE TABLE {p}s_delivery_methods (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  uuid char(36) DEFAULT NULL,
  name varchar(255) NOT NULL,
  class varchar(255) NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 0,
  position int(10) unsigned NOT NULL DEFAULT 0,
  title longtext NOT NULL,
  description longtext NOT NULL,
  cost decimal(9,2) NOT NULL DEFAULT 0.00,
  minimum decimal(9,2) DEFAULT NULL,
  formula text DEFAULT NULL,
  currency char(3) NOT NULL DEFAULT 'USD',
  settings longtext NOT NULL,
  icon varchar(255) DEFAULT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY s_delivery_methods_name_unique (name(190)),
  UNIQUE KEY s_delivery_methods_uuid_unique (uuid)
) {table};

CREATE TABLE {p}s_order_payments (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  order_id bigint(20) unsigned NOT NULL,
  sequence int(10) unsigned NOT NULL DEFAULT 0,
  kind varchar(32) NOT NULL,
  status varchar(32) NOT NULL DEFAULT 'pending',
  amount decimal(12,2) NOT NULL,
  currency char(3) NOT NULL DEFAULT 'USD',
  provider varchar(32) NOT NULL DEFAULT 'manual',
  provider_ref varchar(255) DEFAULT NULL,
  metadata longtext DEFAULT NULL,
  captured_at timestamp NULL DEFAULT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uniq_provider_ref (provider, provider_ref(190)),
  KEY s_order_payments_order_id_index (order_id),
  KEY s_order_payments_sequence_index (sequence)
) {table};

CREATE TABLE {p}s_orders (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  uuid char(36) DEFAULT NULL,
  user_id bigint(20) unsigned NOT NULL DEFAULT 0,
  user_info longtext NOT NULL,
  delivery_info longtext NOT NULL,
  payment_info longtext NOT NULL,
  products longtext NOT NULL,
  cost decimal(12,5) NOT NULL DEFAULT 0.00000,
  currency char(3) NOT NULL DEFAULT 'USD',
  payment_status int(10) unsigned NOT NULL DEFAULT 0,
  status int(10) unsigned NOT NULL DEFAULT 1,
  is_quick tinyint(1) NOT NULL DEFAULT 0,
  do_not_call tinyint(1) NOT NULL DEFAULT 0,
  comment text DEFAULT NULL,
  lang varchar(10) NOT NULL DEFAULT 'base',
  domain varchar(50) NOT NULL DEFAULT 'default',
  manager_info longtext NOT NULL,
  manager_notes longtext NOT NULL,
  history longtext NOT NULL,
  identifier varchar(255) NOT NULL,
  reference varchar(64) DEFAULT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  deleted_at timestamp NULL DEFAULT NULL,
  loaded tinyint(1) NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE KEY s_orders_identifier_unique (identifier(190)),
  UNIQUE KEY s_orders_uuid_unique (uuid),
  UNIQUE KEY s_orders_reference_unique (reference),
  KEY s_orders_user_id_index (user_id),
  KEY s_orders_lang_index (lang),
  KEY s_orders_domain_index (domain),
  KEY s_orders_deleted_at_index (deleted_at),
  KEY s_orders_loaded_index (loaded)
) {table};

CREATE TABLE {p}s_payment_methods (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  uuid char(36) DEFAULT NULL,
  name varchar(255) NOT NULL,
  class varchar(255) NOT NULL,
  identifier varchar(255) NOT NULL DEFAULT '',
  active tinyint(1) NOT NULL DEFAULT 0,
  position int(10) unsigned NOT NULL DEFAULT 0,
  title longtext NOT NULL,
  description longtext NOT NULL,
  `сredentials` longtext NOT NULL,
  settings longtext NOT NULL,
  `mode` varchar(255) NOT NULL DEFAULT '',
  icon varchar(255) DEFAULT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY s_payment_methods_uuid_unique (uuid),
  KEY s_payment_methods_name_index (name(190)),
  KEY s_payment_methods_class_index (class(190)),
  KEY s_payment_methods_identifier_index (identifier(190))
) {table};

CREATE TABLE {p}s_product_attribute_values (
  product bigint(20) unsigned NOT NULL,
  attribute bigint(20) unsigned NOT NULL,
  valueid int(10) unsigned NOT NULL DEFAULT 0,
  value text NOT NULL,
  KEY s_product_attribute_values_product_foreign (product),
  KEY s_product_attribute_values_attribute_foreign (attribute),
  KEY s_product_attribute_values_valueid_index (valueid)
) {table};

CREATE TABLE {p}s_product_category (
  product bigint(20) unsigned NOT NULL,
  category int(10) unsigned NOT NULL DEFAULT 0,
  scope varchar(255) NOT NULL DEFAULT '',
  position int(10) unsigned NOT NULL DEFAULT 0,
  KEY s_product_category_product_foreign (product),
  KEY s_product_category_category_index (category),
  KEY s_product_category_scope_index (scope(190))
) {table};

CREATE TABLE {p}s_product_modifications (
  product bigint(20) unsigned NOT NULL,
  `mode` smallint(5) unsigned NOT NULL DEFAULT 0,
  sku varchar(255) NOT NULL,
  mods longtext NOT NULL,
  parameters longtext NOT NULL,
  price_modifier decimal(10,3) DEFAULT NULL,
  inventory int(11) DEFAULT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  KEY s_product_modifications_product_foreign (product),
  KEY s_product_modifications_mode_index (`mode`),
  KEY s_product_modifications_sku_index (sku(190))
) {table};

CREATE TABLE {p}s_product_translates (
  tid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  product bigint(20) unsigned NOT NULL,
  lang varchar(10) NOT NULL DEFAULT 'base',
  pagetitle varchar(255) NOT NULL DEFAULT '',
  longtitle varchar(512) NOT NULL DEFAULT '',
  introtext mediumtext NOT NULL,
  content longtext NOT NULL,
  builder longtext NOT NULL,
  constructor longtext NOT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (tid),
  UNIQUE KEY s_product_translates_product_lang_unique (product, lang),
  KEY s_product_translates_lang_index (lang),
  KEY s_product_translates_pagetitle_index (pagetitle(190))
) {table};

CREATE TABLE {p}s_products (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  uuid char(36) DEFAULT NULL,
  published smallint(5) unsigned NOT NULL DEFAULT 0,
  availability smallint(5) unsigned NOT NULL DEFAULT 0,
  sku varchar(255) NOT NULL,
  gtin varchar(50) DEFAULT NULL,
  alias varchar(512) NOT NULL,
  views int(10) unsigned NOT NULL DEFAULT 0,
  rating int(10) unsigned NOT NULL DEFAULT 5,
  `mode` smallint(5) unsigned NOT NULL DEFAULT 0,
  price_regular decimal(12,5) unsigned NOT NULL DEFAULT 0.00000,
  price_special decimal(12,5) unsigned NOT NULL DEFAULT 0.00000,
  price_opt_regular decimal(12,5) unsigned NOT NULL DEFAULT 0.00000,
  price_opt_special decimal(12,5) unsigned NOT NULL DEFAULT 0.00000,
  weight decimal(11,4) unsigned NOT NULL DEFAULT 0.0000,
  width decimal(11,4) unsigned NOT NULL DEFAULT 0.0000,
  height decimal(11,4) unsigned NOT NULL DEFAULT 0.0000,
  `length` decimal(11,4) unsigned NOT NULL DEFAULT 0.0000,
  volume decimal(11,4) unsigned NOT NULL DEFAULT 0.0000,
  inventory int(11) NOT NULL DEFAULT 0,
  currency char(3) NOT NULL DEFAULT 'USD',
  cover varchar(512) NOT NULL DEFAULT '',
  relevants longtext NOT NULL,
  `similar` longtext NOT NULL,
  tmplvars longtext NOT NULL,
  votes longtext NOT NULL,
  additional longtext NOT NULL,
  representation varchar(255) NOT NULL DEFAULT 'default',
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY s_products_uuid_unique (uuid),
  KEY s_products_published_index (published),
  KEY s_products_availability_index (availability),
  KEY s_products_sku_index (sku(190)),
  KEY s_products_gtin_index (gtin),
  KEY s_products_alias_index (alias(190)),
  KEY s_products_views_index (views),
  KEY s_products_rating_index (rating)
) {table};

CREATE TABLE {p}s_reviews (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  lang varchar(10) NOT NULL DEFAULT 'base',
  parent bigint(20) unsigned NOT NULL DEFAULT 0,
  product bigint(20) unsigned NOT NULL DEFAULT 0,
  rating decimal(2,1) unsigned NOT NULL DEFAULT 5.0,
  user bigint(20) unsigned NOT NULL DEFAULT 0,
  name varchar(255) NOT NULL DEFAULT '',
  title varchar(255) NOT NULL DEFAULT '',
  message varchar(255) NOT NULL DEFAULT '',
  published tinyint(3) unsigned NOT NULL DEFAULT 0,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id),
  KEY s_reviews_lang_index (lang),
  KEY s_reviews_parent_index (parent),
  KEY s_reviews_product_index (product),
  KEY s_reviews_user_index (user),
  KEY s_reviews_published_index (published)
) {table};

CREATE TABLE {p}s_article_categories (
  article int(11) NOT NULL,
  category int(11) NOT NULL,
  KEY s_article_categories_article_index (article),
  KEY s_article_categories_category_index (category)
) {table};

CREATE TABLE {p}s_article_comments (
  comid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  article_id int(11) NOT NULL DEFAULT 0,
  user_id int(11) NOT NULL DEFAULT 0,
  approved int(11) NOT NULL DEFAULT 0,
  lang varchar(4) NOT NULL DEFAULT 'base',
  comment mediumtext NOT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (comid),
  KEY s_article_comments_article_id_index (article_id),
  KEY s_article_comments_user_id_index (user_id),
  KEY s_article_comments_approved_index (approved)
) {table};

CREATE TABLE {p}s_article_features (
  article int(11) NOT NULL,
  feature int(11) NOT NULL,
  KEY s_article_features_article_index (article),
  KEY s_article_features_feature_index (feature)
) {table};

CREATE TABLE {p}s_article_tags (
  article int(11) NOT NULL,
  tag int(11) NOT NULL,
  KEY s_article_tags_article_index (article),
  KEY s_article_tags_tag_index (tag)
) {table};

CREATE TABLE {p}s_article_translates (
  tid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  article int(11) NOT NULL,
  lang varchar(4) NOT NULL DEFAULT 'base',
  pagetitle varchar(100) NOT NULL DEFAULT '',
  longtitle varchar(255) NOT NULL DEFAULT '',
  introtext mediumtext NOT NULL,
  description mediumtext NOT NULL,
  content longtext NOT NULL,
  seotitle varchar(100) NOT NULL DEFAULT '',
  seodescription varchar(255) NOT NULL DEFAULT '',
  seorobots enum('index,follow','noindex,nofollow') NOT NULL DEFAULT 'index,follow',
  builder longtext NOT NULL,
  constructor longtext NOT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (tid),
  KEY s_article_translates_article_index (article)
) {table};

CREATE TABLE {p}s_articles (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  published tinyint(4) NOT NULL DEFAULT 0,
  parent int(11) NOT NULL DEFAULT 0,
  author_id int(11) NOT NULL DEFAULT 0,
  views int(11) NOT NULL DEFAULT 0,
  position int(11) NOT NULL DEFAULT 0,
  rating int(11) NOT NULL DEFAULT 5,
  alias varchar(255) NOT NULL,
  cover varchar(255) NOT NULL DEFAULT '',
  type varchar(255) NOT NULL DEFAULT 'article',
  relevants longtext DEFAULT NULL,
  tmplvars longtext DEFAULT NULL,
  votes longtext DEFAULT NULL,
  published_at timestamp NULL DEFAULT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id),
  KEY s_articles_published_index (published),
  KEY s_articles_parent_index (parent),
  KEY s_articles_author_id_index (author_id),
  KEY s_articles_views_index (views),
  KEY s_articles_alias_index (alias(190))
) {table};

CREATE TABLE {p}s_articles_authors (
  autid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  alias varchar(255) NOT NULL,
  gender varchar(255) NOT NULL DEFAULT 'man',
  image varchar(255) NOT NULL DEFAULT '',
  base_name varchar(255) NOT NULL DEFAULT '',
  base_lastname varchar(255) NOT NULL DEFAULT '',
  base_office varchar(255) NOT NULL DEFAULT '',
  de_name varchar(255) NOT NULL DEFAULT '',
  de_lastname varchar(255) NOT NULL DEFAULT '',
  de_office varchar(255) NOT NULL DEFAULT '',
  en_name varchar(255) NOT NULL DEFAULT '',
  en_lastname varchar(255) NOT NULL DEFAULT '',
  en_office varchar(255) NOT NULL DEFAULT '',
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (autid),
  KEY s_articles_authors_alias_index (alias(190))
) {table};

CREATE TABLE {p}s_articles_categories (
  catid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  position int(11) NOT NULL DEFAULT 0,
  alias varchar(255) NOT NULL,
  cover varchar(255) NOT NULL DEFAULT '',
  base varchar(255) NOT NULL DEFAULT '',
  de varchar(255) DEFAULT NULL,
  en varchar(255) DEFAULT NULL,
  uk varchar(255) DEFAULT NULL,
  base_content mediumtext NOT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (catid),
  KEY s_articles_categories_alias_index (alias(190))
) {table};

CREATE TABLE {p}s_articles_features (
  fid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  position int(11) NOT NULL DEFAULT 0,
  alias varchar(255) NOT NULL,
  badge varchar(255) NOT NULL DEFAULT '',
  color varchar(100) NOT NULL DEFAULT '',
  base varchar(255) NOT NULL DEFAULT '',
  de varchar(255) DEFAULT NULL,
  en varchar(255) DEFAULT NULL,
  uk varchar(255) DEFAULT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (fid),
  KEY s_articles_features_alias_index (alias(190))
) {table};

CREATE TABLE {p}s_articles_polls (
  pollid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  question longtext NOT NULL,
  answers longtext NOT NULL,
  votes longtext NOT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (pollid)
) {table};

CREATE TABLE {p}s_articles_tags (
  tagid bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  position int(11) NOT NULL DEFAULT 0,
  alias varchar(255) NOT NULL,
  base varchar(255) NOT NULL DEFAULT '',
  de varchar(255) DEFAULT NULL,
  en varchar(255) DEFAULT NULL,
  uk varchar(255) DEFAULT NULL,
  base_content mediumtext NOT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (tagid),
  KEY s_articles_tags_alias_index (alias(190))
) {table};
