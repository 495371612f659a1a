package richtext

import "strings"

// FileAt returns the medium at an address, such as the value of a template variable. ok is false if there is none. site
// is the address of the site.
func FileAt(site, address string) (m Medium, ok bool) {
	url := appendAddress(nil, []byte(address), references{}, newBase(site))
	if len(url) == 0 || len(url) > maxMediumURL {
		return Medium{}, false
	}
	m = Medium{Kind: FileMedium, URL: string(url)}
	if kind := kindOfFile(m.URL); kind != "" {
		m.Kind = kind
	}
	return m, true
}

// filesByEnding are the kinds of files, by the endings of their names.
var filesByEnding = func() map[string]string {
	all := map[string]string{}
	for kind, endings := range map[string]string{
		ImageMedium: "jpg jpeg jpe png gif webp avif svg bmp tif tiff heic ico",
		VideoMedium: "mp4 m4v webm ogv mov avi mkv mpg mpeg wmv flv",
		AudioMedium: "mp3 m4a ogg oga wav flac aac opus wma mid",
		FileMedium: "pdf doc docx docm dot rtf odt xls xlsx xlsm ods csv ppt pptx pps ppsx odp odg epub mobi djvu fb2 zip " +
			"rar 7z gz tgz tar bz2 xz txt ics vcf gpx kml kmz dwg dxf eps ps ai psd exe msi dmg apk iso torrent",
	} {
		for ending := range strings.FieldsSeq(endings) {
			all[ending] = kind
		}
	}
	return all
}()

// kindOfFile returns the kind of file that an address names; "": it does not name a file.
func kindOfFile(url string) string {
	if at := strings.IndexAny(url, "?#"); at >= 0 {
		url = url[:at]
	}
	if _, path, ok := strings.Cut(url, "//"); ok { // without the host
		_, url, _ = strings.Cut(path, "/")
	} else if hasScheme([]byte(url)) { // such as mailto:
		return ""
	}
	name := url[strings.LastIndexByte(url, '/')+1:]
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || len(name)-dot > 8 {
		return ""
	}
	return filesByEnding[strings.ToLower(name[dot+1:])]
}

// videoHosts are hosts whose pages in frames are videos.
var videoHosts = map[string]bool{
	"youtube.com": true, "youtube-nocookie.com": true, "youtu.be": true, "vimeo.com": true, "player.vimeo.com": true,
	"dailymotion.com": true, "geo.dailymotion.com": true, "rutube.ru": true, "loom.com": true, "fast.wistia.net": true,
	"fast.wistia.com": true, "players.brightcove.net": true, "player.twitch.tv": true,
}

func isVideoPlayer(url string) bool {
	_, host, ok := strings.Cut(url, "//")
	if at := strings.IndexAny(host, "/?#:"); at >= 0 {
		host = host[:at]
	}
	return ok && videoHosts[strings.TrimPrefix(strings.ToLower(host), "www.")]
}
