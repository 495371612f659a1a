==== ancestors
-- manager, recursive
SELECT a1.id, a2.id, a3.id, a4.id, a5.id, a6.id, a7.id, a8.id
FROM `evo_site_content` AS a0
LEFT JOIN `evo_site_content` AS a1 ON a1.id = a0.parent AND a1.deleted = 0
LEFT JOIN `evo_site_content` AS a2 ON a2.id = a1.parent AND a2.deleted = 0
LEFT JOIN `evo_site_content` AS a3 ON a3.id = a2.parent AND a3.deleted = 0
LEFT JOIN `evo_site_content` AS a4 ON a4.id = a3.parent AND a4.deleted = 0
LEFT JOIN `evo_site_content` AS a5 ON a5.id = a4.parent AND a5.deleted = 0
LEFT JOIN `evo_site_content` AS a6 ON a6.id = a5.parent AND a6.deleted = 0
LEFT JOIN `evo_site_content` AS a7 ON a7.id = a6.parent AND a7.deleted = 0
LEFT JOIN `evo_site_content` AS a8 ON a8.id = a7.parent AND a8.deleted = 0
WHERE a0.id = ? AND a0.deleted = 0
-- args: int64(25)
-- public, recursive
SELECT a1.id, a2.id, a3.id, a4.id, a5.id, a6.id, a7.id, a8.id
FROM `evo_site_content` AS a0
LEFT JOIN `evo_site_content` AS a1 ON a1.id = a0.parent AND (a1.deleted = 0 AND a1.published = 1 AND a1.privateweb = 0 AND a1.privatemgr = 0 AND a1.pub_date + 0 <= ? AND IF(a1.unpub_date = 0, TRUE, a1.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = a1.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
LEFT JOIN `evo_site_content` AS a2 ON a2.id = a1.parent AND (a2.deleted = 0 AND a2.published = 1 AND a2.privateweb = 0 AND a2.privatemgr = 0 AND a2.pub_date + 0 <= ? AND IF(a2.unpub_date = 0, TRUE, a2.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = a2.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
LEFT JOIN `evo_site_content` AS a3 ON a3.id = a2.parent AND (a3.deleted = 0 AND a3.published = 1 AND a3.privateweb = 0 AND a3.privatemgr = 0 AND a3.pub_date + 0 <= ? AND IF(a3.unpub_date = 0, TRUE, a3.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = a3.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
LEFT JOIN `evo_site_content` AS a4 ON a4.id = a3.parent AND (a4.deleted = 0 AND a4.published = 1 AND a4.privateweb = 0 AND a4.privatemgr = 0 AND a4.pub_date + 0 <= ? AND IF(a4.unpub_date = 0, TRUE, a4.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = a4.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
LEFT JOIN `evo_site_content` AS a5 ON a5.id = a4.parent AND (a5.deleted = 0 AND a5.published = 1 AND a5.privateweb = 0 AND a5.privatemgr = 0 AND a5.pub_date + 0 <= ? AND IF(a5.unpub_date = 0, TRUE, a5.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = a5.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
LEFT JOIN `evo_site_content` AS a6 ON a6.id = a5.parent AND (a6.deleted = 0 AND a6.published = 1 AND a6.privateweb = 0 AND a6.privatemgr = 0 AND a6.pub_date + 0 <= ? AND IF(a6.unpub_date = 0, TRUE, a6.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = a6.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
LEFT JOIN `evo_site_content` AS a7 ON a7.id = a6.parent AND (a7.deleted = 0 AND a7.published = 1 AND a7.privateweb = 0 AND a7.privatemgr = 0 AND a7.pub_date + 0 <= ? AND IF(a7.unpub_date = 0, TRUE, a7.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = a7.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
LEFT JOIN `evo_site_content` AS a8 ON a8.id = a7.parent AND (a8.deleted = 0 AND a8.published = 1 AND a8.privateweb = 0 AND a8.privatemgr = 0 AND a8.pub_date + 0 <= ? AND IF(a8.unpub_date = 0, TRUE, a8.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = a8.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
WHERE a0.id = ? AND (a0.deleted = 0 AND a0.published = 1 AND a0.privateweb = 0 AND a0.privatemgr = 0 AND a0.pub_date + 0 <= ? AND IF(a0.unpub_date = 0, TRUE, a0.unpub_date > ?)
AND NOT EXISTS (SELECT 1
FROM `evo_document_groups` AS dg
LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group
LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group
WHERE dg.document = a0.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))
-- args: int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(1767225600), int64(25), int64(1767225600), int64(1767225600)

