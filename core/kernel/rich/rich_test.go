package rich_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/rich"
)

// told is what is wrong with a text, as its field has it.
func told(text string) string {
	var f fault.Fields
	rich.Read(&f, "/body", text)
	var out []string
	for _, x := range f {
		out = append(out, strings.TrimSuffix(fmt.Sprintf("%s %s %v", x.Pointer, x.Code, x.Params), " map[]"))
	}
	return strings.Join(out, ", ")
}

func doc(blocks string) string { return `{"type":"doc","content":[` + blocks + `]}` }

func para(text string) string {
	return `{"type":"paragraph","content":[{"type":"text","text":"` + text + `"}]}`
}

func row(cells ...string) string {
	return `{"type":"tableRow","content":[` + strings.Join(cells, ",") + `]}`
}

func cell(attrs string) string {
	return `{"type":"tableCell","attrs":{` + attrs + `},"content":[{"type":"paragraph"}]}`
}

// What a text may not hold is told at its field by name.
func TestWhatIsNoText(t *testing.T) {
	nested := func(n int) string {
		return strings.Repeat(`{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"},`, n) +
			`{"type":"paragraph"}` + strings.Repeat(`]}]}`, n)
	}
	wide := make([]string, 1000)
	for i := range wide {
		wide[i] = cell("")
	}
	for name, x := range map[string]struct{ text, want string }{
		"two megabytes":            {doc(para(strings.Repeat("a", 2<<20))), "/body text.too_large map[max:384]"},
		"a thousand deep":          {strings.Repeat(`{"type":"doc","content":[`, 1000) + strings.Repeat("]}", 1000), "/body text.too_deep"},
		"brackets that are words":  {doc(para(strings.Repeat("[{", 500))), ""},
		"ten thousand lists":       {doc(nested(10_000)), "/body text.too_large map[max:384]"},
		"seven lists":              {doc(nested(7)), "/body text.too_deep"},
		"six lists":                {doc(nested(6)), ""},
		"no json":                  {"<p>Hello</p>", "/body text.broken"},
		"two texts":                {doc(para("a")) + doc(para("b")), "/body text.broken"},
		"no document":              {para("a"), "/body text.broken"},
		"an empty document":        {doc(""), "/body text.broken"},
		"a member of its own":      {`{"type":"doc","html":"<b>","content":[{"type":"paragraph"}]}`, "/body text.broken"},
		"a picture":                {doc(`{"type":"image","attrs":{"src":"https://evil.example"}}`), "/body text.unknown map[name:image]"},
		"an unknown mark":          {doc(`{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"blink"}]}]}`), "/body text.unknown map[name:blink]"},
		"a handler":                {doc(`{"type":"paragraph","attrs":{"onclick":"x()"}}`), "/body text.unknown map[name:onclick]"},
		"a list in a heading":      {doc(`{"type":"heading","attrs":{"level":1},"content":[{"type":"bulletList"}]}`), "/body text.misplaced map[name:bulletList]"},
		"a table in a cell":        {doc(`{"type":"table","content":[` + row(`{"type":"tableCell","content":[{"type":"table"}]}`) + `]}`), "/body text.misplaced map[name:table]"},
		"a heading of level 9":     {doc(`{"type":"heading","attrs":{"level":9}}`), "/body text.broken"},
		"a script as a link":       {doc(`{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"link","attrs":{"href":"javascript:alert(1)"}}]}]}`), "/body text.bad_link map[href:javascript:alert(1)]"},
		"data as a link":           {doc(`{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"link","attrs":{"href":"data:text/html,x"}}]}]}`), "/body text.bad_link map[href:data:text/html,x]"},
		"a link":                   {doc(`{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"link","attrs":{"href":"https://zabuni.example/a?b","target":"_blank","rel":"x","class":null}}]}]}`), ""},
		"a mail address":           {doc(`{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"link","attrs":{"href":"mailto:a@b.example"}}]}]}`), ""},
		"one id twice":             {doc(`{"type":"paragraph","attrs":{"id":"a"}},{"type":"paragraph","attrs":{"id":"a"}}`), "/body text.twice"},
		"an id that is none":       {doc(`{"type":"paragraph","attrs":{"id":"a b"}}`), "/body text.broken"},
		"half a sign":              {doc(para(`\ud83d`)), "/body text.bad_sign"},
		"nothing as a sign":        {doc(para(`a\u0000b`)), "/body text.bad_sign"},
		"a sign that no paper has": {doc(para(`王`)), "/body field.letter map[letter:王]"},
		"a thousand columns":       {doc(`{"type":"table","content":[` + row(wide...) + `]}`), "/body text.bad_table"},
		"rows of two widths":       {doc(`{"type":"table","content":[` + row(cell(""), cell("")) + `,` + row(cell("")) + `]}`), "/body text.bad_table"},
		"a cell past the end":      {doc(`{"type":"table","content":[` + row(cell(`"rowspan":2`)) + `]}`), "/body text.bad_table"},
		"cells that span":          {doc(`{"type":"table","content":[` + row(cell(`"colspan":2,"colwidth":[10,20]`)) + `,` + row(cell(`"rowspan":2`), cell("")) + `,` + row(cell("")) + `]}`), ""},
		"nothing at all":           {"", ""},
	} {
		if got := told(x.text); got != x.want {
			t.Errorf("%s: told %q, want %q", name, got, x.want)
		}
	}
}

// The same text has the same bytes, however its client wrote it.
func TestATextIsWrittenInOneWay(t *testing.T) {
	a := doc(`{"type":"paragraph","attrs":{"id":"p1"},"content":[{"text":"Pay <b>","type":"text"},{"type":"text","text":""},{"type":"text","text":" now"},{"type":"text","marks":[{"type":"italic"},{"type":"bold"},{"type":"bold"}],"text":"!"}]}`)
	b := doc(` {"content":[{"type":"text","text":"Pay <b> now"},{"type":"text","text":"!","marks":[{"type":"bold"},{"type":"italic","attrs":{}}]}],"type":"paragraph","attrs":{"id":"p1"}}`)
	var f fault.Fields
	x, y := rich.Read(&f, "/x", a), rich.Read(&f, "/y", b)
	if err := f.Err(); err != nil {
		t.Fatal(err)
	}
	want := `{"type":"doc","content":[{"type":"paragraph","attrs":{"id":"p1"},"content":[{"type":"text","text":"Pay <b> now"},{"type":"text","marks":[{"type":"bold"},{"type":"italic"}],"text":"!"}]}]}`
	if x.JSON() != want || x.JSON() != y.JSON() || x.Sum() != y.Sum() {
		t.Errorf("%s\n%s", x.JSON(), y.JSON())
	}
}

// Names of blocks are given once and then stay; a copy has none of them.
func TestNamesOfBlocks(t *testing.T) {
	var f fault.Fields
	n := 0
	next := func() string { n++; return fmt.Sprint("b", n) }
	got := rich.Read(&f, "/x", doc(`{"type":"bulletList","content":[{"type":"listItem","attrs":{"id":"mine"},"content":[{"type":"paragraph","attrs":{"id":null}}]}]}`)).Named(next)
	want := `{"type":"doc","content":[{"type":"bulletList","attrs":{"id":"b1"},"content":[{"type":"listItem","attrs":{"id":"mine"},"content":[{"type":"paragraph","attrs":{"id":"b2"}}]}]}]}`
	if got.JSON() != want || got.Named(next).JSON() != want || f.Err() != nil {
		t.Errorf("%s %v", got.JSON(), f.Err())
	}
	if bare := got.Nameless().JSON(); strings.Contains(bare, `"id"`) || got.JSON() != want {
		t.Error(bare)
	}
}

// Values are written once, into words alone, whatever they say.
func TestPlacesAreFilledOnce(t *testing.T) {
	var f fault.Fields
	n := rich.Read(&f, "/x", doc(`{"type":"paragraph","content":[{"type":"text","text":"Between {buyer} and {sup"},{"type":"text","text":"plier} for ","marks":[{"type":"bold"}]},{"type":"text","text":"{amount}{no"},{"type":"hardBreak"},{"type":"text","text":"ne} {other}."}]}`))
	if got := strings.Join(n.Places(), " "); got != "buyer supplier amount other" {
		t.Error(got)
	}
	got := n.Fill(map[string]string{"buyer": "{supplier} <b>", "supplier": "{amount} Ltd", "amount": "KES 1.00"})
	want := `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Between {supplier} <b> and {amount} Ltd"},{"type":"text","marks":[{"type":"bold"}],"text":" for "},{"type":"text","text":"KES 1.00{no"},{"type":"hardBreak"},{"type":"text","text":"ne} {other}."}]}]}`
	if got.JSON() != want || f.Err() != nil {
		t.Errorf("%s %v", got.JSON(), f.Err())
	}
	if again := n.Places(); len(again) != 4 {
		t.Error("the text that was filled has changed:", again)
	}
}

func TestPlainText(t *testing.T) {
	n := rich.FromPlain("One\n\n  Two \r\nThree")
	if n.Plain() != "One\nTwo\nThree" || n.Empty() || !rich.FromPlain(" \n").Empty() {
		t.Errorf("%q", n.Plain())
	}
}

// place is how people read that something is written in.
var place = regexp.MustCompile(`\{[^{}\n]*\}`)

func blocks(depth int) *rapid.Generator[rich.Node] {
	return rapid.Custom(func(t *rapid.T) rich.Node {
		line := func() []rich.Node {
			var out []rich.Node
			for range rapid.IntRange(0, 3).Draw(t, "runs") {
				n := rich.Node{Kind: rich.Words, Text: rapid.StringOfN(rapid.RuneFrom([]rune(`ab {}"\<&>ጨé`)), 1, -1, -1).Draw(t, "text")}
				if rapid.Bool().Draw(t, "bold") {
					n.Marks = []rich.Mark{{Style: rich.Bold}}
				}
				out = append(out, n)
			}
			return out
		}
		kinds := 2
		if depth > 0 {
			kinds = 4
		}
		switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
		case 0:
			return rich.Node{Kind: rich.Paragraph, Content: line()}
		case 1:
			return rich.Node{Kind: rich.Heading, Level: rapid.IntRange(1, 4).Draw(t, "level"), Content: line()}
		case 2:
			inner := blocks(0).Filter(func(n rich.Node) bool { return n.Kind == rich.Paragraph })
			item := rich.Node{Kind: rich.ListItem, Content: rapid.SliceOfN(inner, 1, 3).Draw(t, "item")}
			return rich.Node{Kind: rich.OrderedList, Start: rapid.IntRange(1, 9).Draw(t, "start"), Content: []rich.Node{item}}
		}
		width := rapid.IntRange(1, 4).Draw(t, "width")
		var rows []rich.Node
		for range rapid.IntRange(1, 3).Draw(t, "rows") {
			r := rich.Node{Kind: rich.Row}
			for range width {
				r.Content = append(r.Content, rich.Node{Kind: rich.Cell, ColSpan: 1, RowSpan: 1, Content: []rich.Node{blocks(0).Draw(t, "cell")}})
			}
			rows = append(rows, r)
		}
		return rich.Node{Kind: rich.Table, Content: rows}
	})
}

// What was taken is taken again and is the same; filling with nothing changes nothing, and
// filling with values is what replacing each place once would be.
func TestWhatIsWrittenReadsAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rich.Node{Kind: rich.Doc, Content: rapid.SliceOfN(blocks(1), 1, 5).Draw(t, "blocks")}
		var f fault.Fields
		once := rich.Read(&f, "/x", in.JSON())
		if err := f.Err(); err != nil {
			t.Fatalf("%v in %s", err, in.JSON())
		}
		again, err := rich.Stored(once.JSON())
		if err != nil || again.JSON() != once.JSON() || once.Plain() != in.Plain() {
			t.Fatalf("%v\n%s\n%s", err, once.JSON(), again.JSON())
		}
		if same := once.Fill(nil); same.JSON() != once.JSON() {
			t.Fatalf("%s\n%s", once.JSON(), same.JSON())
		}
		values := map[string]string{}
		for _, p := range once.Places() {
			values[p] = "{v}"
		}
		if got, want := once.Fill(values).Plain(), place.ReplaceAllLiteralString(once.Plain(), "{v}"); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

// Whatever a client sends is refused or is a text that reads as it is written.
func FuzzRead(f *testing.F) {
	f.Add(doc(para("a {b}")))
	f.Add(doc(`{"type":"table","content":[` + row(cell(`"colspan":2`)) + `]}`))
	f.Fuzz(func(t *testing.T, text string) {
		var bad fault.Fields
		n := rich.Read(&bad, "/x", text)
		if bad.Err() != nil {
			return
		}
		again, err := rich.Stored(n.JSON())
		if err != nil && len(n.JSON()) <= rich.MaxBytes || err == nil && again.JSON() != n.JSON() {
			t.Fatalf("%v: %q", err, text)
		}
	})
}
