package main

import (
	"strconv"

	"emcp/internal/test/evosite"
)

// addSettings adds the settings of the whole site.
func addSettings(site *evosite.Site) {
	for _, s := range [][2]string{
		{"site_name", "Mossgate Outdoor"},
		{"site_url", "https://www.mossgate.example/"},
		{"site_start", strconv.FormatInt(homePage, 10)},
		{"error_page", strconv.FormatInt(pageNotFound, 10)},
		{"unauthorized_page", strconv.FormatInt(pageNotFound, 10)},
		{"site_status", "1"},
		{"friendly_urls", "1"},
		{"friendly_alias_urls", "1"},
		{"friendly_url_prefix", ""},
		{"friendly_url_suffix", ".html"},
		{"use_alias_path", "1"},
		{"make_folders", "1"},
		{"use_udperms", "1"},
		{"manager_language", "en"},
		{"s_lang_front", "en,de,uk"},
		{"datetime_format", "dd-mm-YYYY"},
		{"settings_version", "3.5.0"},
	} {
		site.Records["system_settings"] = append(site.Records["system_settings"],
			evosite.Record{"setting_name": s[0], "setting_value": s[1]})
	}
}
