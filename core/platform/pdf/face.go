package pdf

import (
	"encoding/binary"
	"strings"
	"unicode"
)

// clean makes text printable: what the face has not becomes a question mark, so
// that nothing silently disappears from a letter; what controls a terminal goes.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || known[r]:
			return r
		case r == '\t' || r == '\u202f' || r == '\u2007' || r == '\u2009':
			return '\u00a0'
		case r == '\u2011':
			return '-'
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return '?'
	}, text)
}

// mustKnow reads which characters a TrueType file has a glyph for, from its
// character map of format 4.
func mustKnow(font []byte) map[rune]bool {
	u16 := func(at int) int { return int(binary.BigEndian.Uint16(font[at:])) }
	u32 := func(at int) int { return int(binary.BigEndian.Uint32(font[at:])) }
	table := 0
	for i := range u16(4) {
		if at := 12 + 16*i; string(font[at:at+4]) == "cmap" {
			table = u32(at + 8)
		}
	}
	out := map[rune]bool{}
	for i := range u16(table + 2) {
		sub := table + u32(table+4+8*i+4)
		if u16(sub) != 4 {
			continue
		}
		n := u16(sub+6) / 2
		ends, starts := sub+14, sub+16+2*n
		deltas, offsets := starts+2*n, starts+4*n
		for k := range n {
			first, last := u16(starts+2*k), u16(ends+2*k)
			for c := first; c <= last && c < 0xffff; c++ {
				glyph := c + u16(deltas+2*k)
				if off := u16(offsets + 2*k); off != 0 {
					if glyph = u16(offsets + 2*k + off + 2*(c-first)); glyph != 0 {
						glyph += u16(deltas + 2*k)
					}
				}
				if glyph&0xffff != 0 {
					out[rune(c)] = true
				}
			}
		}
	}
	if !out['a'] || !out['አ'] {
		panic("pdf: the font's character map cannot be read")
	}
	return out
}
