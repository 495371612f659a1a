package evotags

import (
	"strconv"
	"strings"
	"time"
)

// date formats Unix seconds in UTC, in the format of PHP's date or, with %, of strftime. Only the site can read other
// dates.
func date(value, format string) (string, bool) {
	seconds, err := strconv.ParseInt(value, 10, 64)
	if err != nil || seconds < 0 || seconds > maxSeconds {
		return "", false
	}
	format = orElse(format, "%d-%m-%Y %H:%M:%S")
	letters, sign := dateLetters, byte(0)
	if strings.Contains(format, "%") {
		letters, sign = timeLetters, '%'
	}
	moment := time.Unix(seconds, 0).UTC()
	var out strings.Builder
	for i := 0; i < len(format); i++ {
		c := format[i]
		switch {
		case sign == 0 && c == '\\' && i+1 < len(format):
			i++
			out.WriteByte(format[i])
			continue
		case sign != 0 && c != sign:
			out.WriteByte(c)
			continue
		case sign != 0:
			if i++; i == len(format) {
				return out.String(), true
			}
			if c = format[i]; c == '%' {
				out.WriteByte(c)
				continue
			}
		}
		layout, known := letters[c]
		switch {
		case known:
			out.WriteString(moment.Format(layout))
		case sign == 0 && !isLetter(c):
			out.WriteByte(c)
		default:
			return "", false
		}
	}
	return out.String(), true
}

// maxSeconds is the end of the year 9999.
const maxSeconds = 253402300799

// dateLetters and timeLetters map the letters of the formats of date and strftime to Go's layouts.
var (
	dateLetters = map[byte]string{
		'd': "02", 'j': "2", 'm': "01", 'n': "1", 'Y': "2006", 'y': "06", 'H': "15", 'h': "03", 'g': "3", 'i': "04",
		's': "05",
		'M': "Jan", 'F': "January", 'D': "Mon", 'l': "Monday", 'A': "PM", 'a': "pm",
	}
	timeLetters = map[byte]string{
		'd': "02", 'e': "_2", 'm': "01", 'Y': "2006", 'y': "06", 'H': "15", 'I': "03", 'M': "04", 'S': "05", 'b': "Jan",
		'B': "January",
		'a': "Mon", 'A': "Monday", 'p': "PM", 'F': "2006-01-02", 'T': "15:04:05", 'R': "15:04", 'D': "01/02/06", 'n': "\n",
		't': "\t",
	}
)
