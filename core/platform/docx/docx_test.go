package docx_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/docx"
)

func line(text string, marks ...rich.Mark) rich.Node {
	return rich.Node{Kind: rich.Paragraph, Content: []rich.Node{{Kind: rich.Words, Text: text, Marks: marks}}}
}

func list(kind rich.Kind, start int, items ...rich.Node) rich.Node {
	n := rich.Node{Kind: kind, Start: start}
	for _, i := range items {
		n.Content = append(n.Content, rich.Node{Kind: rich.ListItem, Content: []rich.Node{i}})
	}
	return n
}

// parts reads a document back; each of its parts is sound XML.
func parts(t *testing.T, b []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(bytes.NewReader(text)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
		}
		out[f.Name] = string(text)
	}
	return out
}

// Every list counts from its own beginning, whatever stands before it.
func TestListsAreCountedApart(t *testing.T) {
	doc := rich.Node{Kind: rich.Doc, Content: []rich.Node{
		list(rich.OrderedList, 1, line("a"), line("b")),
		list(rich.OrderedList, 4, line("c")),
		{Kind: rich.BulletList, Content: []rich.Node{{Kind: rich.ListItem, Content: []rich.Node{line("d"), line("more of it"), list(rich.OrderedList, 1, line("e"))}}}},
	}}
	got := parts(t, must(docx.Write("Title & <more>", doc)))
	used := regexp.MustCompile(`<w:ilvl w:val="(\d)"/><w:numId w:val="(\d)"/>`).FindAllString(got["word/document.xml"], -1)
	want := `<w:ilvl w:val="0"/><w:numId w:val="1"/>|<w:ilvl w:val="0"/><w:numId w:val="1"/>|<w:ilvl w:val="0"/><w:numId w:val="2"/>|<w:ilvl w:val="0"/><w:numId w:val="3"/>|<w:ilvl w:val="1"/><w:numId w:val="4"/>`
	if strings.Join(used, "|") != want {
		t.Error(used)
	}
	for _, num := range []string{
		`<w:num w:numId="1"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>`,
		`<w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/>`,
		`<w:num w:numId="3"><w:abstractNumId w:val="0"/>`,
		`<w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="1"><w:startOverride w:val="1"/>`,
	} {
		if !strings.Contains(got["word/numbering.xml"], num) {
			t.Error("not there:", num)
		}
	}
	if strings.Count(got["word/numbering.xml"], `<w:start w:val="1"/>`) != 18 {
		t.Error("a level begins elsewhere than at 1")
	}
}

// Words, links and cells come through, with the signs that XML has for itself.
func TestWordsAndTables(t *testing.T) {
	cell := func(cols, rows int, text string) rich.Node {
		return rich.Node{Kind: rich.Cell, ColSpan: cols, RowSpan: rows, Content: []rich.Node{line(text)}}
	}
	doc := rich.Node{Kind: rich.Doc, Content: []rich.Node{
		{Kind: rich.Heading, Level: 2, Content: []rich.Node{{Kind: rich.Words, Text: "ውል"}}},
		line("l'acheteur & <le>", rich.Mark{Style: rich.Bold}, rich.Mark{Style: rich.Underline}),
		line("rules", rich.Mark{Style: rich.Link, Href: `https://zabuni.example/?a=1&b="2"`}),
		{Kind: rich.Table, Content: []rich.Node{
			{Kind: rich.Row, Content: []rich.Node{cell(1, 2, "tall"), cell(2, 1, "wide")}},
			{Kind: rich.Row, Content: []rich.Node{cell(1, 1, "x"), cell(1, 1, "y")}},
		}},
	}}
	first := must(docx.Write("", doc))
	if !bytes.Equal(first, must(docx.Write("", doc))) {
		t.Error("not the same bytes")
	}
	got := parts(t, first)
	for _, want := range []string{
		`<w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t xml:space="preserve">ውል</w:t>`,
		`<w:b/><w:bCs/><w:u w:val="single"/></w:rPr><w:t xml:space="preserve">l&#39;acheteur &amp; &lt;le&gt;</w:t>`,
		`<w:hyperlink r:id="l1">`, `<w:gridSpan w:val="2"/>`, `<w:vMerge w:val="restart"/>`, `<w:vMerge/>`,
	} {
		if !strings.Contains(got["word/document.xml"], want) {
			t.Errorf("not there: %s in %s", want, got["word/document.xml"])
		}
	}
	if !strings.Contains(got["word/_rels/document.xml.rels"], `Target="https://zabuni.example/?a=1&amp;b=&#34;2&#34;" TargetMode="External"`) {
		t.Error(got["word/_rels/document.xml.rels"])
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
