package pdf

import (
	"encoding/binary"
	"testing"

	"zabuni.org/core/kernel/letters"
)

// Both styles have a sign for every letter that people may write, and no other.
func TestTheFaceHasTheLettersThatAreTaken(t *testing.T) {
	for style, font := range map[string][]byte{"regular": regular, "bold": bold} {
		has := signs(font)
		for r := rune(0x20); r < 0xfe00; r++ {
			if control := r >= 0x7f && r < 0xa0; !control && has[r] != letters.Printed(r) {
				t.Errorf("%s, %q (%04x): in the face %t, taken %t", style, r, r, has[r], letters.Printed(r))
			}
		}
	}
}

func TestWhatIsTakenIsNotReplaced(t *testing.T) {
	for typed, shown := range map[string]string{
		"Ɓarma Ƙanƙara & Ọlọ́ṣun, 25 m³ ½ ≤ № → ✓ ₦ ₵ ጨረታ": "Ɓarma Ƙanƙara & Ọlọ́ṣun, 25 m³ ½ ≤ № → ✓ ₦ ₵ ጨረታ",
		"ab\x00c\td": "abc\u00a0d",
		"王 Ltd":      "? Ltd",
	} {
		if got := clean(typed); got != shown {
			t.Errorf("%q is %q", typed, got)
		}
	}
}

// signs reads which characters a TrueType file has a glyph for, from its character
// map of format 4.
func signs(font []byte) map[rune]bool {
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
	return out
}
