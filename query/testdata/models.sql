==== the second page
-- manager: []
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
ORDER BY id LIMIT 1 OFFSET 1) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "the second page, manager"

==== stored values, for visitors of visible documents only
-- manager: []
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.id
-- public: [now, now]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, {stored c.`value`}
FROM (SELECT c.id AS id
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE 1 = (SELECT 1
FROM `evo_site_content` AS d
WHERE d.id = c.contentid AND {public d})
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvar_contentvalues` AS c ON c.id = page.id
ORDER BY page.id

==== a stored value of a draft
-- manager: [4]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, c.`value`
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE c.id = ?
-- public: [now, now, 4]
SELECT c.`id`, c.`contentid`, c.`tmplvarid`, {stored c.`value`}
FROM `evo_site_tmplvar_contentvalues` AS c
WHERE 1 = (SELECT 1
FROM `evo_site_content` AS d
WHERE d.id = c.contentid AND {public d}) AND c.id = ?

==== one row
-- manager: [2]
SELECT c.`id`, c.`username`
FROM `evo_users` AS c
WHERE c.id = ?
-- public: [2]
-- the statement of "one row, manager"

==== no row
-- manager: [999]
-- the statement of "one row, manager"
-- public: [999]
-- the statement of "one row, manager"

==== all rows of SiteTemplate
-- manager: []
SELECT c.`id`, c.`templatename`, c.`description`, c.`editor_type`, c.`icon`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_templates` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_templates` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of SiteTemplate, manager"

==== all rows of SiteTmplvar
-- manager: []
SELECT c.`id`, c.`name`, c.`caption`, c.`description`, c.`type`, c.`default_text`, c.`display`, c.`elements`, c.`rank`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvars` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvars` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
SELECT c.`id`, c.`name`, c.`caption`, c.`description`, c.`type`, {stored c.`default_text`}, c.`display`, {stored c.`elements`}, c.`rank`, c.`category`, c.`locked`
FROM (SELECT c.id AS id
FROM `evo_site_tmplvars` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_tmplvars` AS c ON c.id = page.id
ORDER BY page.id

==== all rows of SiteSnippet
-- manager: []
SELECT c.`id`, c.`name`, c.`description`, c.`category`, c.`locked`, c.`disabled`, c.`createdon`, c.`editedon`
FROM (SELECT c.id AS id
FROM `evo_site_snippets` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_snippets` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of SiteSnippet, manager"

==== all rows of SitePlugin
-- manager: []
SELECT c.`id`, c.`name`, c.`description`, c.`category`, c.`locked`, c.`disabled`, c.`createdon`, c.`editedon`
FROM (SELECT c.id AS id
FROM `evo_site_plugins` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_plugins` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of SitePlugin, manager"

==== all rows of SiteModule
-- manager: []
SELECT c.`id`, c.`name`, c.`description`, c.`category`, c.`disabled`, c.`createdon`, c.`editedon`
FROM (SELECT c.id AS id
FROM `evo_site_modules` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_site_modules` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of SiteModule, manager"

==== all rows of Category
-- manager: []
SELECT c.`id`, c.`category`
FROM (SELECT c.id AS id
FROM `evo_categories` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_categories` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of Category, manager"

==== all rows of User
-- manager: []
SELECT c.`id`, c.`username`
FROM (SELECT c.id AS id
FROM `evo_users` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_users` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of User, manager"

==== all rows of UserAttribute
-- manager: []
SELECT c.`id`, c.`internalKey`, c.`fullname`, c.`email`, c.`phone`, c.`mobilephone`, c.`blocked`, c.`blockeduntil`, c.`blockedafter`, c.`failedlogincount`, c.`logincount`, c.`lastlogin`
FROM (SELECT c.id AS id
FROM `evo_user_attributes` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_user_attributes` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of UserAttribute, manager"

==== all rows of UserRole
-- manager: []
SELECT c.`id`, c.`name`, c.`description`
FROM (SELECT c.id AS id
FROM `evo_user_roles` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_user_roles` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of UserRole, manager"

==== all rows of Permissions
-- manager: []
SELECT c.`id`, c.`name`, c.`key`, c.`lang_key`, c.`group_id`, c.`disabled`
FROM (SELECT c.id AS id
FROM `evo_permissions` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_permissions` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of Permissions, manager"

==== all rows of PermissionsGroups
-- manager: []
SELECT c.`id`, c.`name`
FROM (SELECT c.id AS id
FROM `evo_permissions_groups` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_permissions_groups` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of PermissionsGroups, manager"

==== all rows of RolePermissions
-- manager: []
SELECT c.`id`, c.`role_id`, c.`permission`
FROM (SELECT c.id AS id
FROM `evo_role_permissions` AS c
ORDER BY id LIMIT 100) AS page
JOIN `evo_role_permissions` AS c ON c.id = page.id
ORDER BY page.id
-- public: []
-- the statement of "all rows of RolePermissions, manager"

