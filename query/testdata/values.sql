==== values of some documents
-- manager, recursive
SELECT v.contentid, v.tmplvarid, v.value
FROM `evo_site_tmplvar_contentvalues` AS v
WHERE v.tmplvarid IN (?,?) AND v.contentid IN (?,?,?)
-- args: int64(1), int64(2), int64(10), int64(11), int64(25)

