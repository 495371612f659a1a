package evodb

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// settings are the system settings to read, with the values that Evolution uses if the database has none: those of
// core/factory/settings.php in 3.x and of manager/includes/default_config.php in 1.4, which agree.
//
// There are two exceptions. Both files say 1 for use_alias_path, but the listing of addresses is built from the
// database alone, so without a row addresses have no path. Neither file has site_status, which every installation
// stores; a site without it is not reported as offline.
var settings = map[string]string{
	"site_name": "", "site_url": "", "site_start": "1", "error_page": "1", "site_status": "1",
	"friendly_urls": "0", "friendly_alias_urls": "1", "friendly_url_prefix": "", "friendly_url_suffix": ".html",
	"use_alias_path": "0", "make_folders": "0", "seostrict": "0", "enable_at_syntax": "0",
	"datetime_format": "dd-mm-YYYY", "manager_language": "",
	"s_lang_front": "", "s_lang_config": "", "s_lang_default": "", "s_lang_default_show": "0", "s_lang_url_map": "",
	"s_lang_tvs":        "",
	"scom_catalog_root": "",
}

// Setting returns one of the system settings above as it is stored, or Evolution's default if the database does not
// have it.
func (s *Schema) Setting(name string) string {
	if value, ok := s.settings[name]; ok {
		return value
	}
	return settings[name]
}

// On reports whether a system setting is on, as Evolution reads it.
func (s *Schema) On(name string) bool {
	value := s.Setting(name)
	return value != "" && value != "0"
}

// ErrorPage returns the document that the site shows for missing pages. At its own address, too, the site answers 404.
// It is 0 if an ordinary page, the start page, has this job.
func (s *Schema) ErrorPage() int64 {
	page := s.document("error_page")
	if page == s.StartPage() {
		return 0
	}
	return page
}

// StartPage returns the document at the site's own address, or 0 if there is none.
func (s *Schema) StartPage() int64 { return s.document("site_start") }

// URL returns the setting site_url if it is an address such as https://www.example.com/, otherwise "".
func (s *Schema) URL() string {
	setting := s.Setting("site_url")
	if u, err := url.Parse(setting); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return setting
}

// document returns a setting that is the id of a document, or 0 if it is not one.
func (s *Schema) document(name string) int64 {
	id, err := strconv.ParseInt(strings.TrimSpace(s.Setting(name)), 10, 64)
	if err != nil {
		return 0
	}
	return id
}

func (db *DB) loadSettings(ctx context.Context, s *Schema) error {
	if !s.HasTable("system_settings") {
		return nil
	}
	names := make([]any, 0, len(settings))
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		names = append(names, name)
	}
	return db.Query(ctx, Statement{
		SQL: "SELECT setting_name, IFNULL(setting_value, '') FROM `" + s.Prefix + "system_settings`" +
			" WHERE setting_name IN (?" + strings.Repeat(",?", len(names)-1) + ")",
		Args: names,
	}, func(scan Scan) error {
		var name, value string
		err := scan(&name, &value)
		s.settings[name] = value
		return err
	})
}
