CREATE TABLE {p}site_content (
  id {int} NOT NULL AUTO_INCREMENT,
  type varchar(20) NOT NULL DEFAULT 'document',
  contentType varchar(50) NOT NULL DEFAULT 'text/html',
  pagetitle varchar(255) NOT NULL DEFAULT '',
  longtitle varchar(255) NOT NULL DEFAULT '',
  description varchar(255) NOT NULL DEFAULT '',
  alias varchar(245) DEFAULT '',
  link_attributes varchar(255) NOT NULL DEFAULT '',
  published {int} NOT NULL DEFAULT 0,
  pub_date {int} NOT NULL DEFAULT 0,
  unpub_date {int} NOT NULL DEFAULT 0,
  parent {int} NOT NULL DEFAULT 0,
  isfolder {int} NOT NULL DEFAULT 0,
  introtext text,
  content longtext,
  richtext {flag} NOT NULL DEFAULT 1,
  template {int} NOT NULL DEFAULT 0,
  menuindex {int} NOT NULL DEFAULT 0,
  searchable {int} NOT NULL DEFAULT 1,
  cacheable {int} NOT NULL DEFAULT 1,
  createdby {int} NOT NULL DEFAULT 0,
  createdon {int} NOT NULL DEFAULT 0,
  editedby {int} NOT NULL DEFAULT 0,
  editedon {int} NOT NULL DEFAULT 0,
  deleted {int} NOT NULL DEFAULT 0,
  deletedon {int} NOT NULL DEFAULT 0,
  deletedby {int} NOT NULL DEFAULT 0,
  publishedon {int} NOT NULL DEFAULT 0,
  publishedby {int} NOT NULL DEFAULT 0,
  menutitle varchar(255) NOT NULL DEFAULT '',
  hide_from_tree {flag} NOT NULL DEFAULT 0,
  privateweb {flag} NOT NULL DEFAULT 0,
  privatemgr {flag} NOT NULL DEFAULT 0,
  content_dispo {flag} NOT NULL DEFAULT 0,
  hidemenu {flag} NOT NULL DEFAULT 0,
  alias_visible {int} NOT NULL DEFAULT 1,
  PRIMARY KEY (id),
  KEY typeidx (type),
  KEY aliasidx (alias(191)),
  KEY parent (parent),
  KEY pub_unpub_published (pub_date, unpub_date, published),
  KEY unpub (unpub_date){template_key}{fulltext_content}
) {table};

CREATE TABLE {p}site_content_closure (
  closure_id {int} NOT NULL AUTO_INCREMENT,
  ancestor {int} NOT NULL,
  descendant {int} NOT NULL,
  depth {int} NOT NULL,
  PRIMARY KEY (closure_id){closure_keys}
) {table};

CREATE TABLE {p}site_tmplvars (
  id {int} NOT NULL AUTO_INCREMENT,
  type varchar(50) NOT NULL DEFAULT '',
  name varchar(50) NOT NULL DEFAULT '',
  caption varchar(80) NOT NULL DEFAULT '',
  description varchar(255) NOT NULL DEFAULT '',
  editor_type {int} NOT NULL DEFAULT 0,
  category {int} NOT NULL DEFAULT 0,
  locked {flag} NOT NULL DEFAULT 0,
  elements text,
  `rank` {int} NOT NULL DEFAULT 0,
  display varchar(32) DEFAULT '',
  display_params text,
  default_text text,
  createdon {int} NOT NULL DEFAULT 0,
  editedon {int} NOT NULL DEFAULT 0,
  properties text,
  PRIMARY KEY (id),
  KEY indx_rank (`rank`)
) {table};

CREATE TABLE {p}site_tmplvar_contentvalues (
  id {int} NOT NULL AUTO_INCREMENT,
  tmplvarid {int} NOT NULL DEFAULT 0,
  contentid {int} NOT NULL DEFAULT 0,
  value mediumtext,
  PRIMARY KEY (id),
  UNIQUE KEY ix_tvid_contentid (tmplvarid, contentid),
  KEY idx_tmplvarid (tmplvarid),
  KEY idx_id (contentid){fulltext_value}
) {table};

CREATE TABLE {p}site_tmplvar_templates (
  tmplvarid {int} NOT NULL DEFAULT 0,
  templateid {int} NOT NULL DEFAULT 0,
  `rank` {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (tmplvarid, templateid)
) {table};

CREATE TABLE {p}site_tmplvar_access (
  id {int} NOT NULL AUTO_INCREMENT,
  tmplvarid {int} NOT NULL DEFAULT 0,
  documentgroup {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}site_templates (
  id {int} NOT NULL AUTO_INCREMENT,
  templatename varchar(100) NOT NULL DEFAULT '',
  templatealias varchar(100) NOT NULL DEFAULT '',
  description varchar(255) NOT NULL DEFAULT 'Template',
  editor_type {int} NOT NULL DEFAULT 0,
  category {int} NOT NULL DEFAULT 0,
  icon varchar(255) NOT NULL DEFAULT '',
  template_type {int} NOT NULL DEFAULT 0,
  content mediumtext,
  locked {flag} NOT NULL DEFAULT 0,
  selectable {flag} NOT NULL DEFAULT 1,
  createdon {int} NOT NULL DEFAULT 0,
  editedon {int} NOT NULL DEFAULT 0{template_source},
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}site_htmlsnippets (
  id {int} NOT NULL AUTO_INCREMENT,
  name varchar(100) NOT NULL DEFAULT '',
  description varchar(255) NOT NULL DEFAULT 'Chunk',
  editor_type {int} NOT NULL DEFAULT 0,
  editor_name varchar(50) NOT NULL DEFAULT 'none',
  category {int} NOT NULL DEFAULT 0,
  cache_type {flag} NOT NULL DEFAULT 0,
  snippet mediumtext,
  locked {flag} NOT NULL DEFAULT 0,
  createdon {int} NOT NULL DEFAULT 0,
  editedon {int} NOT NULL DEFAULT 0,
  disabled {flag} NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}site_snippets (
  id {int} NOT NULL AUTO_INCREMENT,
  name varchar(50) NOT NULL DEFAULT '',
  description varchar(255) NOT NULL DEFAULT 'Snippet',
  editor_type {int} NOT NULL DEFAULT 0,
  category {int} NOT NULL DEFAULT 0,
  cache_type {int} NOT NULL DEFAULT 0,
  snippet mediumtext,
  locked {flag} NOT NULL DEFAULT 0,
  properties text,
  moduleguid varchar(32) NOT NULL DEFAULT '',
  createdon {int} NOT NULL DEFAULT 0,
  editedon {int} NOT NULL DEFAULT 0,
  disabled {flag} NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}site_plugins (
  id {int} NOT NULL AUTO_INCREMENT,
  name varchar(50) NOT NULL DEFAULT '',
  description varchar(255) NOT NULL DEFAULT 'Plugin',
  editor_type {int} NOT NULL DEFAULT 0,
  category {int} NOT NULL DEFAULT 0,
  cache_type {flag} NOT NULL DEFAULT 0,
  plugincode mediumtext,
  locked {flag} NOT NULL DEFAULT 0,
  properties text,
  disabled {flag} NOT NULL DEFAULT 0,
  moduleguid varchar(32) DEFAULT '',
  createdon {int} NOT NULL DEFAULT 0,
  editedon {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}site_modules (
  id {int} NOT NULL AUTO_INCREMENT,
  name varchar(50) NOT NULL DEFAULT '',
  description varchar(255) NOT NULL DEFAULT '0',
  editor_type {int} NOT NULL DEFAULT 0,
  disabled {flag} NOT NULL DEFAULT 0,
  category {int} NOT NULL DEFAULT 0,
  wrap {flag} NOT NULL DEFAULT 0,
  locked {flag} NOT NULL DEFAULT 0,
  icon varchar(255) NOT NULL DEFAULT '',
  enable_resource {flag} NOT NULL DEFAULT 0,
  resourcefile varchar(255) NOT NULL DEFAULT '',
  createdon {int} NOT NULL DEFAULT 0,
  editedon {int} NOT NULL DEFAULT 0,
  guid varchar(32) DEFAULT '',
  enable_sharedparams {flag} NOT NULL DEFAULT 0,
  properties text,
  modulecode mediumtext,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}categories (
  id {int} NOT NULL AUTO_INCREMENT,
  category varchar(45) NOT NULL DEFAULT '',
  `rank` {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}users (
  id {int} NOT NULL AUTO_INCREMENT,
  username varchar(100) NOT NULL DEFAULT '',
  password varchar(100) NOT NULL DEFAULT '',
  cachepwd varchar(100) NOT NULL DEFAULT '',
  refresh_token varchar(255) DEFAULT NULL,
  access_token varchar(255) DEFAULT NULL,
  valid_to timestamp NULL DEFAULT NULL,
  verified_key varchar(255) DEFAULT NULL{password_validity},
  PRIMARY KEY (id),
  UNIQUE KEY web_users_username_unique (username)
) {table};

CREATE TABLE {p}user_attributes (
  id {int} NOT NULL AUTO_INCREMENT,
  internalKey {int} NOT NULL DEFAULT 0,
  fullname varchar(100) NOT NULL DEFAULT '1',
  role {int} NOT NULL DEFAULT 0,
  email varchar(100) NOT NULL DEFAULT '',
  phone varchar(100) NOT NULL DEFAULT '',
  mobilephone varchar(100) NOT NULL DEFAULT '',
  blocked {int} NOT NULL DEFAULT 0,
  blockeduntil {int} NOT NULL DEFAULT 0,
  blockedafter {int} NOT NULL DEFAULT 0,
  logincount {int} NOT NULL DEFAULT 0,
  lastlogin {int} NOT NULL DEFAULT 0,
  thislogin {int} NOT NULL DEFAULT 0,
  failedlogincount {int} NOT NULL DEFAULT 0,
  sessionid varchar(100) NOT NULL DEFAULT '',
  dob {int} DEFAULT 0,
  createdon {int} NOT NULL DEFAULT 0,
  editedon {int} NOT NULL DEFAULT 0,
  verified {flag} NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  KEY web_user_attributes_internalkey_index (internalKey)
) {table};

CREATE TABLE {p}user_roles (
  id {int} NOT NULL AUTO_INCREMENT,
  name varchar(50) NOT NULL DEFAULT '',
  description varchar(255) NOT NULL DEFAULT '',
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}permissions (
  id {int} NOT NULL AUTO_INCREMENT,
  name varchar(255) NOT NULL,
  `key` varchar(255) NOT NULL,
  lang_key varchar(255) NOT NULL DEFAULT '',
  group_id {int} DEFAULT NULL,
  disabled {int} DEFAULT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}permissions_groups (
  id {int} NOT NULL AUTO_INCREMENT,
  name varchar(255) NOT NULL,
  lang_key varchar(255) NOT NULL DEFAULT '',
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}role_permissions (
  id {int} NOT NULL AUTO_INCREMENT,
  permission varchar(255) NOT NULL,
  role_id {int} NOT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}document_groups (
  id {int} NOT NULL AUTO_INCREMENT,
  document_group {int} NOT NULL DEFAULT 0,
  document {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE KEY ix_dg_id (document_group, document),
  KEY document_group (document_group),
  KEY document (document)
) {table};

CREATE TABLE {p}documentgroup_names (
  id {int} NOT NULL AUTO_INCREMENT,
  name varchar(245) NOT NULL DEFAULT '',
  private_memgroup {int} DEFAULT 0,
  private_webgroup {int} DEFAULT 0,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}membergroup_names (
  id {int} NOT NULL AUTO_INCREMENT,
  name varchar(245) NOT NULL DEFAULT '',
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}membergroup_access (
  id {int} NOT NULL AUTO_INCREMENT,
  membergroup {int} NOT NULL DEFAULT 0,
  documentgroup {int} NOT NULL DEFAULT 0{access_context},
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}member_groups (
  id {int} NOT NULL AUTO_INCREMENT,
  user_group {int} NOT NULL DEFAULT 0,
  member {int} NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE KEY ix_group_member (user_group, member)
) {table};

CREATE TABLE {p}system_settings (
  setting_name varchar(50) NOT NULL DEFAULT '',
  setting_value text,
  PRIMARY KEY (setting_name)
) {table};

CREATE TABLE {p}emcp_tokens (
  id {int} NOT NULL AUTO_INCREMENT,
  user_id {int} NOT NULL,
  name varchar(100) NOT NULL,
  token_prefix varchar(16) NOT NULL,
  token_hash varchar(64) NOT NULL,
  scopes text,
  last_used_at timestamp NULL DEFAULT NULL,
  expires_at timestamp NULL DEFAULT NULL,
  revoked_at timestamp NULL DEFAULT NULL,
  created_at timestamp NULL DEFAULT NULL,
  updated_at timestamp NULL DEFAULT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY emcp_tokens_token_hash_unique (token_hash),
  KEY emcp_tokens_user_id_index (user_id)
) {table};

CREATE TABLE {p}tags (
  id {int} NOT NULL AUTO_INCREMENT,
  name varchar(255) NOT NULL,
  PRIMARY KEY (id)
) {table};

CREATE TABLE {p}site_content_tags (
  doc_id {int} NOT NULL,
  tv_id {int} NOT NULL,
  tag_id {int} NOT NULL,
  PRIMARY KEY (doc_id, tv_id, tag_id)
) {table};
