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
