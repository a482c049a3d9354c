package contract_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/rich"
)

// A maker makes random texts, and changes them as people do and as rivals would.
type maker struct {
	*rand.Rand
	ids int
}

var vocabulary = strings.Fields("The Supplier delivers KES 1,500.00 within 30 days ውል አቅራቢው ይከፍላል ፲፭ ቀን pаys n’est-ce {value} a\u200bb x (1) %")

func (m *maker) id() string { m.ids++; return fmt.Sprint("k", m.ids) }

func (m *maker) line() []rich.Node {
	var out []rich.Node
	for range m.IntN(4) {
		var w []string
		for range 1 + m.IntN(6) {
			w = append(w, vocabulary[m.IntN(len(vocabulary))])
		}
		n := rich.Node{Kind: rich.Words, Text: strings.Join(w, " ") + strings.Repeat(" ", m.IntN(2))}
		if m.IntN(3) == 0 {
			n.Marks = []rich.Mark{{Style: rich.Bold}}
		}
		if m.IntN(8) == 0 {
			n.Marks = append(n.Marks, rich.Mark{Style: rich.Link, Href: "https://example.org"})
		}
		out = append(out, n)
		if m.IntN(6) == 0 {
			out = append(out, rich.Node{Kind: rich.Break})
		}
	}
	return out
}

func (m *maker) block(depth int) rich.Node {
	switch k := m.IntN(8); {
	case depth < 2 && k == 0:
		n := rich.Node{Kind: rich.BulletList, ID: m.id()}
		if m.IntN(2) == 0 {
			n = rich.Node{Kind: rich.OrderedList, ID: m.id(), Start: 1 + m.IntN(2)}
		}
		for range 1 + m.IntN(3) {
			item := rich.Node{Kind: rich.ListItem, ID: m.id(), Content: []rich.Node{{Kind: rich.Paragraph, ID: m.id(), Content: m.line()}}}
			if m.IntN(4) == 0 && depth == 0 {
				if sub := m.block(1); sub.Kind == rich.BulletList || sub.Kind == rich.OrderedList {
					item.Content = append(item.Content, sub)
				}
			}
			n.Content = append(n.Content, item)
		}
		return n
	case depth == 0 && k == 1:
		n := rich.Node{Kind: rich.Table, ID: m.id()}
		for range 1 + m.IntN(3) {
			row := rich.Node{Kind: rich.Row, ID: m.id()}
			for range 2 {
				row.Content = append(row.Content, rich.Node{Kind: rich.Cell, ID: m.id(), Content: []rich.Node{{Kind: rich.Paragraph, ID: m.id(), Content: m.line()}}})
			}
			n.Content = append(n.Content, row)
		}
		return n
	case k == 2:
		return rich.Node{Kind: rich.Heading, ID: m.id(), Level: 1 + m.IntN(3), Content: m.line()}
	}
	return rich.Node{Kind: rich.Paragraph, ID: m.id(), Content: m.line()}
}

func (m *maker) doc() rich.Node {
	n := rich.Node{Kind: rich.Doc}
	for range 1 + m.IntN(7) {
		n.Content = append(n.Content, m.block(0))
	}
	return n
}

// changed is a text after some edits: words and looks changed, blocks moved, split, joined, taken
// out, put in, renumbered, turned into others; inside of lists and tables as well.
func (m *maker) changed(n rich.Node) rich.Node {
	n.Content = slices.Clone(n.Content)
	for i, c := range n.Content {
		n.Content[i] = m.changed(c)
	}
	for range m.IntN(3) {
		k := len(n.Content)
		switch {
		case n.Kind == rich.Paragraph || n.Kind == rich.Heading:
			if k > 0 && n.Content[0].Kind == rich.Words {
				w := strings.Fields(n.Content[0].Text)
				if len(w) > 0 {
					w[m.IntN(len(w))] = vocabulary[m.IntN(len(vocabulary))]
				}
				n.Content[0].Text = strings.Join(w, " ")
				if n.Content[0].Text == "" {
					n.Content = n.Content[1:]
				}
			} else {
				n.Content = m.line()
			}
			if n.Kind == rich.Heading && m.IntN(4) == 0 {
				n.Level = 1 + m.IntN(3)
			}
		case n.Kind == rich.Doc:
			switch m.IntN(5) {
			case 0: // moved
				if k > 1 {
					i, j := m.IntN(k), m.IntN(k)
					n.Content[i], n.Content[j] = n.Content[j], n.Content[i]
				}
			case 1: // taken out
				if k > 1 {
					n.Content = slices.Delete(n.Content, 0, 1)
				}
			case 2: // put in
				n.Content = slices.Insert(n.Content, m.IntN(k+1), m.block(0))
			case 3: // split
				if i := m.IntN(k); n.Content[i].Kind == rich.Paragraph && len(n.Content[i].Content) > 1 {
					rest := rich.Node{Kind: rich.Paragraph, ID: m.id(), Content: n.Content[i].Content[1:]}
					n.Content[i].Content = n.Content[i].Content[:1]
					n.Content = slices.Insert(n.Content, i+1, rest)
				}
			case 4: // joined
				if k > 1 && n.Content[0].Kind == rich.Paragraph && n.Content[1].Kind == rich.Paragraph {
					n.Content[0].Content = slices.Concat(n.Content[0].Content, n.Content[1].Content)
					n.Content = slices.Delete(n.Content, 1, 2)
				}
			}
		case k > 1 && n.Kind != rich.Row:
			if m.IntN(2) == 0 {
				n.Content = slices.Delete(n.Content, k-1, k)
			} else {
				n.Content[0], n.Content[1] = n.Content[1], n.Content[0]
			}
		}
	}
	return n
}

// All differences accepted make the new text, none of them the old one, to the byte; and whatever
// is decided in between is a text.
func TestTheLawsOfARedline(t *testing.T) {
	m := &maker{Rand: rand.New(rand.NewPCG(7, 11))}
	for i := range 20_000 {
		before := m.doc()
		after := m.changed(before)
		if i%50 == 0 {
			after = m.doc() // nothing in common
		}
		r := contract.Compare(before, after)
		if got := r.Resolve(func(string) bool { return true }); got.JSON() != contract.Tidy(after).JSON() {
			t.Fatalf("%d: all accepted\n%s\n%s", i, got.JSON(), contract.Tidy(after).JSON())
		}
		if got := r.Resolve(func(string) bool { return false }); got.JSON() != contract.Tidy(before).JSON() {
			t.Fatalf("%d: none accepted\n%s\n%s", i, got.JSON(), contract.Tidy(before).JSON())
		}
		if same := contract.Tidy(before).JSON() == contract.Tidy(after).JSON(); same != (len(r.Changes()) == 0) {
			t.Fatalf("%d: %v changes in %s\n%s", i, r.Changes(), before.JSON(), after.JSON())
		}
		shown := map[string]bool{}
		for _, l := range r.Lines() {
			for _, p := range l.Pieces {
				shown[p.Change] = true
			}
		}
		for _, c := range r.Changes() {
			if !shown[c] {
				t.Fatalf("%d: %s is not shown", i, c)
			}
		}
		if i%10 == 0 {
			some := r.Resolve(func(c string) bool { return (len(c)+i)%2 == 0 })
			ids := map[string]bool{}
			var walk func(rich.Node)
			walk = func(n rich.Node) {
				if n.Kind.Block() && n.ID != "" {
					if ids[n.ID] {
						t.Fatalf("%d: %s twice", i, n.ID)
					}
					ids[n.ID] = true
				}
				for _, c := range n.Content {
					walk(c)
				}
			}
			walk(some)
		}
	}
}

func paragraph(id, text string) rich.Node {
	return rich.Node{Kind: rich.Doc, Content: []rich.Node{{Kind: rich.Paragraph, ID: id, Content: []rich.Node{{Kind: rich.Words, Text: text}}}}}
}

// What a rival would hide: a figure inside a word, a sign that nobody sees, a letter that looks like another.
func TestHiddenChangesAreShown(t *testing.T) {
	for _, x := range []struct{ before, after, want string }{
		{"pays KES 1,500.00 at once", "pays KES 1,800.00 at once", "same:pays KES |deleted:1,500.00|added:1,800.00|same: at once"},
		{"The Buyer pays", "The Bu\u200byer pays", "same:The |deleted:Buyer|added:Bu⟨U+200B⟩yer U+200B|same: pays"},
		{"The Buyer pays", "The Buyer p\u0430ys", "same:The Buyer |deleted:pays|added:p\u0430ys \u0430 U+0430 Cyrillic"},
		{"pays EUR", "pays \u0415UR", "same:pays |deleted:EUR|added:\u0415UR \u0415 U+0415 Cyrillic"},
		{"አቅራቢው ይከፍላል", "አቅራቢው አይከፍልም", "same:አቅራቢው |deleted:ይከፍላል|added:አይከፍልም"},
	} {
		var got []string
		for _, l := range contract.Compare(paragraph("a", x.before), paragraph("a", x.after)).Lines() {
			for _, p := range l.Pieces {
				got = append(got, strings.TrimSuffix(string(p.Kind)+":"+p.Text+" "+strings.Join(p.Odd, ", "), " "))
			}
		}
		if s := strings.Join(got, "|"); s != x.want && strings.ReplaceAll(s, " |", "|") != strings.ReplaceAll(x.want, " |", "|") {
			t.Errorf("got %s, want %s", s, x.want)
		}
	}
}

// The longest texts that there may be, with nothing in common word by word, are compared with bounded
// work: the memory that it takes is what the pairs of words take.
func TestTheLongestTextsAreCompared(t *testing.T) {
	long := func(word string) rich.Node {
		n := rich.Node{Kind: rich.Doc}
		for i := range 96 {
			var w strings.Builder
			for w.Len() < 3900 {
				fmt.Fprintf(&w, "%s%c ", word, 'a'+w.Len()%7)
			}
			n.Content = append(n.Content, rich.Node{Kind: rich.Paragraph, ID: fmt.Sprint("k", i), Content: []rich.Node{{Kind: rich.Words, Text: strings.TrimSpace(w.String())}}})
		}
		return n
	}
	before, after := long("x"), long("y")
	if size := len(after.JSON()); size > rich.MaxBytes || size < rich.MaxBytes*9/10 {
		t.Fatalf("%d bytes are not the longest", size)
	}
	var was, is runtime.MemStats
	runtime.ReadMemStats(&was)
	r := contract.Compare(before, after)
	runtime.ReadMemStats(&is)
	if took := is.TotalAlloc - was.TotalAlloc; took > 250<<20 {
		t.Errorf("a comparison takes %d MiB of memory", took>>20)
	} else {
		t.Logf("%d MiB", took>>20)
	}
	if got := r.Resolve(func(string) bool { return true }); got.JSON() != contract.Tidy(after).JSON() {
		t.Error("all accepted is another text")
	}
	if got := r.Resolve(func(string) bool { return false }); got.JSON() != contract.Tidy(before).JSON() {
		t.Error("none accepted is another text")
	}
}
