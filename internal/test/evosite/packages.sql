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
