package evaluation

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is how many bytes a name in an archive has: three of them and a folder fit
// where a path may have 255.
const maxName = 72

// reserved are names that some systems take for devices.
var reserved = []string{"con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
	"lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9"}

// PaperName is a name that people gave as one part of a path in an archive: it leads
// nowhere else, hides nothing and can be unpacked on every system. What follows its last
// dot stays.
func PaperName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		case strings.ContainsRune(`/\:*?"<>|`, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return '-'
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, s)
	s = shorten(strings.Trim(s, " ."))
	// Only now: what is left of a long name may be a device, which its whole was not.
	if base, _, _ := strings.Cut(strings.ToLower(s), "."); slices.Contains(reserved, strings.TrimSpace(base)) {
		s = shorten("_" + s)
	}
	if s == "" {
		return "-"
	}
	return s
}

// shorten takes what is too long from before the last dot.
func shorten(s string) string {
	if len(s) <= maxName {
		return s
	}
	end := path.Ext(s)
	if len(end) > 12 {
		end = ""
	}
	return strings.TrimRight(cut(strings.TrimSuffix(s, end), maxName-len(end)), " .") + end
}

// cut is the longest beginning of at most n bytes that ends with a letter.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// PaperPaths gives paths in an archive to papers, each its own: where two are the same
// to a system that does not tell capitals apart, the later has a number.
type PaperPaths struct{ taken map[string]bool }

// Path is where a paper lies.
func (p *PaperPaths) Path(parts ...string) string {
	if p.taken == nil {
		p.taken = map[string]bool{}
	}
	named := make([]string, len(parts))
	for i, part := range parts {
		named[i] = PaperName(part)
	}
	whole := strings.Join(named, "/")
	end := path.Ext(whole)
	for n := 1; ; n++ {
		try := whole
		if n > 1 {
			try = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(whole, end), n, end)
		}
		if key := strings.ToLower(try); !p.taken[key] {
			p.taken[key] = true
			return try
		}
	}
}
