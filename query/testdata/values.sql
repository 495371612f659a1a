==== values of some documents
-- manager: [1, 2, 10, 11, 25]
SELECT v.contentid, v.tmplvarid, v.value
FROM `evo_site_tmplvar_contentvalues` AS v
WHERE v.tmplvarid IN (?,?) AND v.contentid IN (?,?,?)
-- public: [1, 2, 10, 11, 25]
SELECT v.contentid, v.tmplvarid, {stored v.value}
FROM `evo_site_tmplvar_contentvalues` AS v
WHERE v.tmplvarid IN (?,?) AND v.contentid IN (?,?,?)

