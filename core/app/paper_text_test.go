package app_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"regexp"
	"strings"
	"unicode/utf16"
)

var (
	pdfStream = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	pdfText   = regexp.MustCompile(`(?s)\(((?:\\.|[^\\)])*)\)\s*Tj`)
	pdfEscape = regexp.MustCompile(`(?s)\\(.)`)
)

// paperText is what stands on the pages of a paper of ours: each text is written in UTF-16, as its face is asked for.
func paperText(paper []byte) string {
	var out strings.Builder
	for _, m := range pdfStream.FindAllSubmatch(paper, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue
		}
		page, err := io.ReadAll(r)
		if err != nil && len(page) == 0 {
			continue
		}
		for _, t := range pdfText.FindAllSubmatch(page, -1) {
			raw := pdfEscape.ReplaceAllFunc(t[1], func(s []byte) []byte {
				if s[1] == 'r' {
					return []byte("\r")
				}
				return s[1:]
			})
			units := make([]uint16, len(raw)/2)
			for i := range units {
				units[i] = binary.BigEndian.Uint16(raw[2*i:])
			}
			out.WriteString(string(utf16.Decode(units)))
			out.WriteByte('\n')
		}
	}
	return out.String()
}
