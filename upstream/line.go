package upstream

import (
	"bufio"
	"bytes"
	"errors"
	"regexp"
	"slices"
)

// readLine returns the next line without its end. With errTooMuch it is the beginning of the line.
func readLine(reader *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	for {
		part, err := reader.ReadSlice('\n')
		if len(line)+len(part) > limit {
			return append(line, part...), errTooMuch
		}
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		return bytes.TrimSpace(line), err
	}
}

// Where an answer has its id: programs write it first or last.
var (
	idFirst = regexp.MustCompile(`^\s*\{(?:"jsonrpc":\s*"2\.0",\s*)?"id":\s*(\d{1,18}),`)
	idLast  = regexp.MustCompile(`,\s*"id":\s*(\d{1,18})(?:,\s*"jsonrpc":\s*"2\.0")?\s*\}\s*$`)
)

const (
	maxSkipped = 64 << 20 // bytes of a line that is too long; then the connection ends
	lineEnd    = 100      // bytes, in which the id is if it is the last member
)

// skipLine reads to the end of a line that is too long. It returns the id of the request that the line answers, so that
// only this request fails, or nil if there is no id or no end.
func skipLine(reader *bufio.Reader, beginning []byte) (id []byte) {
	end := slices.Clone(beginning[max(0, len(beginning)-lineEnd):])
	for skipped := 0; !bytes.HasSuffix(end, []byte("\n")); {
		part, err := reader.ReadSlice('\n')
		if skipped += len(part); err != nil && !errors.Is(err, bufio.ErrBufferFull) || skipped > maxSkipped {
			return nil
		}
		end = append(end, part...)
		end = slices.Delete(end, 0, max(0, len(end)-lineEnd))
	}
	found := idFirst.FindSubmatch(beginning[:lineEnd])
	if found == nil {
		found = idLast.FindSubmatch(end)
	}
	if found == nil {
		return nil
	}
	return found[1]
}
