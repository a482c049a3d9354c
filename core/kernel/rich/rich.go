// Package rich is text with structure: headings, lists, tables and marks, as the editor of the
// web app writes it (the JSON of ProseMirror). What comes from a client is taken only as far as
// a closed list of nodes, marks and attributes goes; everything else of it is refused by name.
package rich

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"
)

// Kind is what a node is.
type Kind string

// Kinds of nodes.
const (
	Doc         Kind = "doc"
	Paragraph   Kind = "paragraph"
	Heading     Kind = "heading"
	BulletList  Kind = "bulletList"
	OrderedList Kind = "orderedList"
	ListItem    Kind = "listItem"
	Table       Kind = "table"
	Row         Kind = "tableRow"
	Cell        Kind = "tableCell"
	HeadCell    Kind = "tableHeader"
	Words       Kind = "text"
	Break       Kind = "hardBreak"
)

// Style is how words look.
type Style string

// Styles, in the order in which they are written.
const (
	Bold      Style = "bold"
	Italic    Style = "italic"
	Underline Style = "underline"
	Strike    Style = "strike"
	Link      Style = "link"
)

var styles = []Style{Bold, Italic, Underline, Strike, Link}

// A Mark is a style of words; a link has its address.
type Mark struct {
	Style Style
	Href  string
}

// A Node is a piece of a text. Which of its fields say something follows from its kind.
type Node struct {
	Kind             Kind
	ID               string // of blocks; it stays with them through all versions
	Level            int    // of a heading, from 1
	Start            int    // of an ordered list, usually 1
	ColSpan, RowSpan int    // of cells
	Text             string
	Marks            []Mark
	Content          []Node
}

// Block reports whether a node of this kind is a block, which has an id.
func (k Kind) Block() bool { return k != Doc && k != Words && k != Break }

// Empty reports whether nothing is written in a text.
func (n Node) Empty() bool { return strings.TrimSpace(n.Plain()) == "" }

// Plain is the text without its structure, a line for each of its paragraphs.
func (n Node) Plain() string {
	var b strings.Builder
	n.plain(&b)
	return strings.TrimRight(b.String(), "\n")
}

func (n Node) plain(b *strings.Builder) {
	switch n.Kind {
	case Words:
		b.WriteString(n.Text)
	case Break:
		b.WriteByte('\n')
	}
	for _, c := range n.Content {
		c.plain(b)
	}
	if n.Kind == Paragraph || n.Kind == Heading {
		b.WriteByte('\n')
	}
}

// FromPlain makes a text of lines; each that says something is a paragraph.
func FromPlain(text string) Node {
	doc := Node{Kind: Doc}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			doc.Content = append(doc.Content, Node{Kind: Paragraph, Content: []Node{{Kind: Words, Text: line}}})
		}
	}
	if doc.Content == nil {
		doc.Content = []Node{{Kind: Paragraph}}
	}
	return doc
}

// Named gives every block that has no id one of next; whoever compares two versions of a text
// finds by it what stayed the same block.
func (n Node) Named(next func() string) Node {
	if n.Kind.Block() && n.ID == "" {
		n.ID = next()
	}
	n.Content = slices.Clone(n.Content)
	for i, c := range n.Content {
		n.Content[i] = c.Named(next)
	}
	return n
}

// Nameless is the text as a copy has it: its blocks are others than those of the original.
func (n Node) Nameless() Node {
	n.ID = ""
	n.Content = slices.Clone(n.Content)
	for i, c := range n.Content {
		n.Content[i] = c.Nameless()
	}
	return n
}

type (
	wireAttrs struct {
		ID      string `json:"id,omitempty"`
		Level   int    `json:"level,omitempty"`
		Start   int    `json:"start,omitempty"`
		ColSpan int    `json:"colspan,omitempty"`
		RowSpan int    `json:"rowspan,omitempty"`
	}
	wireMark struct {
		Type  Style     `json:"type"`
		Attrs *wireHref `json:"attrs,omitempty"`
	}
	wireHref struct {
		Href string `json:"href"`
	}
	wireNode struct {
		Type    Kind       `json:"type"`
		Attrs   *wireAttrs `json:"attrs,omitempty"`
		Content []wireNode `json:"content,omitempty"`
		Marks   []wireMark `json:"marks,omitempty"`
		Text    string     `json:"text,omitempty"`
	}
)

func (n Node) wire() wireNode {
	w := wireNode{Type: n.Kind, Text: n.Text}
	if a := (wireAttrs{n.ID, n.Level, n.Start, n.ColSpan, n.RowSpan}); a != (wireAttrs{}) {
		w.Attrs = &a
	}
	for _, m := range n.Marks {
		v := wireMark{Type: m.Style}
		if m.Style == Link {
			v.Attrs = &wireHref{m.Href}
		}
		w.Marks = append(w.Marks, v)
	}
	for _, c := range n.Content {
		w.Content = append(w.Content, c.wire())
	}
	return w
}

// JSON is the one way in which a text is written: the same text has the same bytes.
func (n Node) JSON() string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(n.wire()); err != nil {
		panic(err) // strings and numbers: there is nothing that could not be written
	}
	return strings.TrimRight(b.String(), "\n")
}

// Sum is the hash by which a text is known.
func (n Node) Sum() [32]byte { return sha256.Sum256([]byte(n.JSON())) }
