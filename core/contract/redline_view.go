package contract

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/rich"
)

// PieceKind is what a run of words is in a redline.
type PieceKind string

// Kinds of pieces.
const (
	Stays   PieceKind = "same"
	Deleted PieceKind = "deleted"
	Added   PieceKind = "added"
)

// Values lists them.
func (PieceKind) Values() []string { return closed.Values(Stays, Deleted, Added) }

// A Piece is a run of words of a line, as people read it: what cannot be seen, or passes for
// another letter, is named in it.
type Piece struct {
	Kind   PieceKind
	Change string // the difference that it belongs to
	Text   string
	Styles []string
	Odd    []string // letters in it that pass for others, and signs that cannot be seen
}

// LineKind is what a line of a redline is.
type LineKind string

// Kinds of lines.
const (
	Plain  LineKind = LineKind(rich.Paragraph)
	Headed LineKind = LineKind(rich.Heading)
)

// Values lists them.
func (LineKind) Values() []string { return closed.Values(Plain, Headed) }

// A Line is a paragraph, heading, or a paragraph of a list or table, with where it stands.
type Line struct {
	Block  string
	Kind   rich.Kind
	Level  int         // of a heading
	Within []rich.Kind // lists, items and cells around it, the outermost first
	Pieces []Piece
}

// Lines are both texts in one, as a redline is read.
func (r Redline) Lines() []Line {
	var out []Line
	r.root.lines(nil, &out)
	return out
}

func (m merged) lines(within []rich.Kind, out *[]Line) {
	if line(m.node.Kind) {
		l := Line{Block: m.node.ID, Kind: m.node.Kind, Level: m.node.Level, Within: within}
		for _, p := range m.parts {
			if p.same != nil {
				l.add(Stays, "", []rich.Node{p.same.node})
				continue
			}
			l.add(Deleted, p.change, p.old)
			l.add(Added, p.change, p.new)
		}
		*out = append(*out, l.named())
		return
	}
	if m.node.Kind != rich.Doc {
		within = append(slices.Clip(within), m.node.Kind)
	}
	for _, p := range m.parts {
		if p.same != nil {
			p.same.lines(within, out)
			continue
		}
		whole(Deleted, p.change, p.old, within, out)
		whole(Added, p.change, p.new, within, out)
	}
}

// whole writes blocks that only one of the texts has.
func whole(kind PieceKind, change string, nodes []rich.Node, within []rich.Kind, out *[]Line) {
	for _, n := range nodes {
		if line(n.Kind) {
			l := Line{Block: n.ID, Kind: n.Kind, Level: n.Level, Within: within}
			l.add(kind, change, n.Content)
			if len(l.Pieces) == 0 {
				l.Pieces = []Piece{{Kind: kind, Change: change, Text: "¶", Styles: []string{}, Odd: []string{}}}
			}
			*out = append(*out, l.named())
			continue
		}
		whole(kind, change, n.Content, append(slices.Clip(within), n.Kind), out)
	}
}

func (l *Line) add(kind PieceKind, change string, nodes []rich.Node) {
	for _, n := range nodes {
		p := Piece{Kind: kind, Change: change, Text: n.Text, Styles: []string{}}
		if n.Kind == rich.Break {
			p.Text = "↵ "
		}
		for _, m := range n.Marks {
			p.Styles = append(p.Styles, string(m.Style))
			if m.Style == rich.Link && kind != Stays { // where it leads is a part of what changed
				p.Text += " ⟨" + m.Href + "⟩"
			}
		}
		if last := len(l.Pieces) - 1; last >= 0 && l.Pieces[last].Kind == kind && l.Pieces[last].Change == change && slices.Equal(l.Pieces[last].Styles, p.Styles) {
			l.Pieces[last].Text += p.Text
			continue
		}
		l.Pieces = append(l.Pieces, p)
	}
}

// named names what cannot be seen, or passes for something else.
func (l Line) named() Line {
	for i, p := range l.Pieces {
		l.Pieces[i].Odd = []string{}
		if p.Kind != Stays {
			l.Pieces[i].Odd = Odd(p.Text)
		}
		l.Pieces[i].Text = seen(p.Text)
	}
	return l
}

func unseen(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Mn, r) && r >= 0xFE00 && r <= 0xFE0F || r == 0x3164 || r == 0x115F
}

// seen writes signs that cannot be seen so that they can.
func seen(text string) string {
	if !strings.ContainsFunc(text, unseen) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if unseen(r) {
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

var scripts = []struct {
	name string
	of   *unicode.RangeTable
}{{"Latin", unicode.Latin}, {"Greek", unicode.Greek}, {"Cyrillic", unicode.Cyrillic}, {"Armenian", unicode.Armenian}, {"Ethiopic", unicode.Ethiopic}}

func script(r rune) string {
	for _, s := range scripts {
		if unicode.Is(s.of, r) {
			return s.name
		}
	}
	return ""
}

// Odd are the letters of a text that may pass for others, because they stand in one word with
// letters of another script, and the signs that cannot be seen; each by its code.
func Odd(text string) []string {
	out := []string{}
	add := func(s string) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for word := range strings.FieldsSeq(text) {
		in := map[string]bool{}
		for _, r := range word {
			if s := script(r); s != "" {
				in[s] = true
			}
		}
		for _, r := range word {
			switch s := script(r); {
			case unseen(r):
				add(fmt.Sprintf("U+%04X", r))
			case len(in) > 1 && s != "" && s != "Latin", len(in) == 1 && (in["Cyrillic"] || in["Greek"] || in["Armenian"]) && s != "":
				add(fmt.Sprintf("%c U+%04X %s", r, r, s))
			}
		}
	}
	return out
}
