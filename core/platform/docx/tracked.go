package docx

import (
	"fmt"
	"strings"
	"time"

	"zabuni.org/core/kernel/rich"
)

// How a run stands in a document with tracked changes.
const (
	Stays = iota
	Deleted
	Added
)

// A Run is words of one look and one change.
type Run struct {
	Text   string
	Change int
	Styles []rich.Style
}

// A Line is a paragraph with the changes in it: a heading of a level, or one that stands so deep in
// lists. What stands in a table is a line of its own.
type Line struct {
	Level, Depth int
	Runs         []Run
}

// Tracked makes a document of lines whose changes a word processor accepts or rejects, each by its
// author at a moment.
func Tracked(title, author string, at time.Time, lines []Line) ([]byte, error) {
	w := &writer{}
	if title != "" {
		w.paragraph(rich.Node{Kind: rich.Paragraph, Content: []rich.Node{{Kind: rich.Words, Text: title}}}, `<w:pStyle w:val="Title"/>`)
	}
	by, id := fmt.Sprintf(`w:author="%s" w:date="%s"`, escaped(author), at.UTC().Format(time.RFC3339)), 0
	for _, l := range lines {
		w.body.WriteString("<w:p>")
		switch {
		case l.Level > 0:
			fmt.Fprintf(&w.body, `<w:pPr><w:pStyle w:val="Heading%d"/></w:pPr>`, min(l.Level, 4))
		case l.Depth > 0:
			fmt.Fprintf(&w.body, `<w:pPr><w:ind w:left="%d"/></w:pPr>`, l.Depth*720)
		}
		for _, r := range l.Runs {
			tag := map[int]string{Deleted: "del", Added: "ins"}[r.Change]
			if tag != "" {
				id++
				fmt.Fprintf(&w.body, `<w:%s w:id="%d" %s>`, tag, id, by)
			}
			w.tracked(r)
			if tag != "" {
				w.body.WriteString("</w:" + tag + ">")
			}
		}
		w.body.WriteString("</w:p>")
	}
	return w.whole()
}

// tracked writes a run; words that went stand in an element of their own.
func (w *writer) tracked(r Run) {
	n := rich.Node{Kind: rich.Words, Text: r.Text}
	for _, s := range r.Styles {
		if s != rich.Link { // where it leads stands in the words of what changed
			n.Marks = append(n.Marks, rich.Mark{Style: s})
		}
	}
	at := w.body.Len()
	w.run(n)
	if r.Change == Deleted {
		text := w.body.String()[at:]
		w.body.Truncate(at)
		w.body.WriteString(strings.NewReplacer("<w:t xml", "<w:delText xml", "</w:t>", "</w:delText>").Replace(text))
	}
}
