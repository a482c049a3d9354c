package pdf_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pdf"
)

func line(kind rich.Kind, text string, marks ...rich.Mark) rich.Node {
	n := rich.Node{Kind: kind, Content: []rich.Node{{Kind: rich.Words, Text: text, Marks: marks}}}
	if kind == rich.Heading {
		n.Level = 1
	}
	return n
}

func item(blocks ...rich.Node) rich.Node { return rich.Node{Kind: rich.ListItem, Content: blocks} }

// everything is a text with each kind of block in it.
func everything() rich.Node {
	cell := func(kind rich.Kind, span int, text string) rich.Node {
		return rich.Node{Kind: kind, ColSpan: span, RowSpan: 1, Content: []rich.Node{line(rich.Paragraph, text)}}
	}
	return rich.Node{Kind: rich.Doc, Content: []rich.Node{
		line(rich.Heading, "ውል / Contract"),
		line(rich.Paragraph, "Between l'acheteur & <le fournisseur>.", rich.Mark{Style: rich.Italic}, rich.Mark{Style: rich.Underline}),
		line(rich.Paragraph, "See the rules.", rich.Mark{Style: rich.Link, Href: "https://zabuni.example/a"}),
		{Kind: rich.OrderedList, Start: 1, Content: []rich.Node{
			item(line(rich.Paragraph, "First"), rich.Node{Kind: rich.BulletList, Content: []rich.Node{item(line(rich.Paragraph, "Within"))}}),
			item(line(rich.Paragraph, "Second"))}},
		{Kind: rich.OrderedList, Start: 1, Content: []rich.Node{item(line(rich.Paragraph, "Anew"))}},
		{Kind: rich.Table, Content: []rich.Node{
			{Kind: rich.Row, Content: []rich.Node{cell(rich.HeadCell, 1, "Item"), cell(rich.HeadCell, 1, "Price")}},
			{Kind: rich.Row, Content: []rich.Node{cell(rich.Cell, 2, strings.Repeat("word ", 2000))}},
		}},
	}}
}

// The same paper has the same bytes; one of many pages is whole, and a name that says
// something else to a PDF changes nothing about it.
func TestAPaper(t *testing.T) {
	p := pdf.Paper{
		Language:  "am",
		From:      pdf.Party{Name: `Kamau) Ltd \`},
		Title:     "Contract",
		Reference: "ZB/1",
		At:        time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC),
		Facts:     []pdf.Row{{Label: "Value", Value: "KES 1.00"}},
		Body:      everything(),
	}
	once, err := p.Render()
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.Render()
	if err != nil || !bytes.Equal(once, again) {
		t.Error("not the same bytes", err)
	}
	if n := bytes.Count(once, []byte("/Type /Page\n")); n < 3 || !bytes.Contains(once, []byte("https://zabuni.example/a")) {
		t.Errorf("%d pages", n)
	}
	p.Body = rich.FromPlain("")
	if short, err := p.Render(); err != nil || len(short) >= len(once) {
		t.Error(len(short), err)
	}
	for i := range 400 {
		p.Body.Content = append(p.Body.Content, line(rich.Paragraph, fmt.Sprint("Clause ", i)))
	}
	if long, err := p.Render(); err != nil || bytes.Count(long, []byte("/Type /Page\n")) < 8 {
		t.Error(err)
	}
}
