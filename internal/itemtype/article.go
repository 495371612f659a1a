package itemtype

// Articles are read as sArticles keeps them in its versions 1.0.0 to 1.1.4. Tables and columns tell what a site has,
// not versions, which no table names.
//
// An article is visible if it is published. A time of publication in the future does not hide it.
var article = Type{
	Name: "article", Plural: "articles", Package: "sArticles", Table: "s_articles",
	Texts: Texts{Table: "s_article_translates", Key: "tid", Owner: "article", Edited: "updated_at"}, Order: "published_at",
	Members: []Member{
		{Name: "title", Kind: Line, Search: AsTitle, Column: "pagetitle", Translated: true, Listed: true},
		{Name: "longtitle", Kind: Line, Search: AsHeading, Column: "longtitle", Translated: true},
		{Name: "introtext", Kind: Rich, Search: AsIntro, Column: "introtext", Translated: true, Listed: true},
		{Name: "description", Kind: Rich, Search: AsIntro, Column: "description", Translated: true, Optional: true},
		{Name: "content", Kind: Rich, Search: AsText, Column: "content", Translated: true},
		{Name: "url", Kind: Address, Column: "parent", Listed: true},
		{Name: "published", Kind: Flag, Column: Published, Manager: true},
		{Name: "published_at", Kind: Moment, Column: "published_at", Listed: true},
		{Name: "kind", Kind: Line, Column: "type", Optional: true, Listed: true, Few: true},
		{Name: "folder", Kind: Folder, Search: AsAbove, Column: "parent"},
		{Name: "author", Kind: Person, Search: AsValue, Column: "author_id",
			Related: Related{Table: "s_articles_authors", Owner: "autid"}},
		{Name: "categories", Kind: Terms, Search: AsValue, Listed: true, Related: Related{
			Table: "s_article_categories", Owner: "article", Target: "category", Names: "s_articles_categories", Key: "catid"}},
		{Name: "tags", Kind: Terms, Search: AsValue, Listed: true, Related: Related{
			Table: "s_article_tags", Owner: "article", Target: "tag", Names: "s_articles_tags", Key: "tagid"}},
		{Name: "features", Kind: Terms, Search: AsValue, Related: Related{
			Table: "s_article_features", Owner: "article", Target: "feature", Names: "s_articles_features", Key: "fid"}},
		{Name: "relevant", Kind: Items, Column: "relevants"},
		{Name: "cover", Kind: File, Column: "cover"},
		{Name: "media", Kind: Media},
		{Name: "seo", Kind: SearchEngines, Column: "seorobots", Translated: true, Optional: true},
		{Name: "rating", Kind: Integer, Column: "rating"},
		{Name: "votes", Kind: Votes, Column: "votes"},
		{Name: "comments", Kind: Count, Related: Related{Table: "s_article_comments", Owner: "article_id",
			Published: "approved"}},
		{Name: "updated", Kind: Moment, Column: "updated_at"},
	},
}
