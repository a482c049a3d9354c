package rich

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/letters"
)

// How large a text may be. Whoever writes a contract comes nowhere near; whoever wants to keep
// the server busy gets no further.
const (
	MaxBytes   = 384 << 10
	MaxNodes   = 20_000
	MaxDepth   = 24
	MaxLists   = 6 // within each other
	MaxColumns = 20
	MaxRows    = 500
	MaxLink    = 1000
	maxMarks   = 8
)

// Codes of field errors of a text.
const (
	Broken    = "text.broken"    // it is no text of the editor
	TooLarge  = "text.too_large" // params: max, in kibibytes
	TooDeep   = "text.too_deep"  // lists or tables within each other
	Unknown   = "text.unknown"   // params: name, of a node, a mark or an attribute
	Misplaced = "text.misplaced" // params: name, of a node where none of its kind may stand
	BadLink   = "text.bad_link"  // params: href
	Twice     = "text.twice"     // two blocks with one id
	BadTable  = "text.bad_table" // more columns or rows than a page has room for
	BadSign   = "text.bad_sign"  // half a sign, or one that controls a machine
)

type raw struct {
	Type    string                     `json:"type"`
	Attrs   map[string]json.RawMessage `json:"attrs"`
	Content []raw                      `json:"content"`
	Marks   []struct {
		Type  string                     `json:"type"`
		Attrs map[string]json.RawMessage `json:"attrs"`
	} `json:"marks"`
	Text *string `json:"text"`
}

// within says which kinds may stand in which.
var within = map[Kind][]Kind{
	Doc:         {Paragraph, Heading, BulletList, OrderedList, Table},
	Paragraph:   {Words, Break},
	Heading:     {Words, Break},
	BulletList:  {ListItem},
	OrderedList: {ListItem},
	ListItem:    {Paragraph, BulletList, OrderedList},
	Table:       {Row},
	Row:         {Cell, HeadCell},
	Cell:        {Paragraph, Heading, BulletList, OrderedList},
	HeadCell:    {Paragraph, Heading, BulletList, OrderedList},
	Words:       {},
	Break:       {},
}

// attributes are those that a kind may bear; what the editor says beside them (widths of
// columns, the kind of a numbering) is dropped, everything else refused.
var attributes = map[Kind][]string{
	Heading:     {"level"},
	OrderedList: {"start"},
	Cell:        {"colspan", "rowspan"},
	HeadCell:    {"colspan", "rowspan"},
}

var dropped = map[Kind][]string{OrderedList: {"type"}, Cell: {"colwidth", "align"}, HeadCell: {"colwidth", "align"}}

var identity = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

type reader struct {
	f       *fault.Fields
	pointer string
	failed  bool
	nodes   int
	ids     map[string]bool
}

// Read takes a text from a client; what is wrong with it is told at the field. An absent text
// is one empty paragraph.
func Read(f *fault.Fields, pointer, text string) Node {
	if strings.TrimSpace(text) == "" {
		return FromPlain("")
	}
	r := &reader{f: f, pointer: pointer, ids: map[string]bool{}}
	if len(text) > MaxBytes {
		r.refuse(TooLarge, "max", MaxBytes>>10)
		return Node{}
	}
	if deep(text) {
		r.refuse(TooDeep)
		return Node{}
	}
	var in raw
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil || d.More() || in.Type != string(Doc) {
		r.refuse(Broken)
		return Node{}
	}
	n := r.node(in, 0, 0)
	if r.failed {
		return Node{}
	}
	return n
}

// Stored reads a text that was taken before.
func Stored(text string) (Node, error) {
	var f fault.Fields
	n := Read(&f, "/text", text)
	return n, f.Err()
}

// deep looks at the brackets alone, before anything walks down into them.
func deep(text string) bool {
	open, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if open++; open > 3*MaxDepth {
				return true
			}
		case c == ']' || c == '}':
			open--
		}
	}
	return false
}

// refuse tells one thing that is wrong: the first is enough to look for.
func (r *reader) refuse(code string, params ...any) {
	if !r.failed {
		r.f.Add(r.pointer, code, params...)
	}
	r.failed = true
}

func (r *reader) node(in raw, depth, lists int) Node {
	n := Node{Kind: Kind(in.Type)}
	may, known := within[n.Kind]
	r.nodes++
	switch {
	case !known:
		r.refuse(Unknown, "name", short(in.Type))
	case r.nodes > MaxNodes:
		r.refuse(TooLarge, "max", MaxBytes>>10)
	case depth > MaxDepth || lists > MaxLists:
		r.refuse(TooDeep)
	case (in.Text != nil) != (n.Kind == Words) || len(in.Marks) > 0 && n.Kind != Words && n.Kind != Break:
		r.refuse(Broken)
	}
	if r.failed {
		return n
	}
	r.attrs(&n, in)
	if n.Kind == Words {
		n.Text = *in.Text
		r.signs(n.Text)
		r.marks(&n, in)
	}
	if n.Kind == BulletList || n.Kind == OrderedList {
		lists++
	}
	for _, c := range in.Content {
		if r.failed {
			return n
		}
		if !slices.Contains(may, Kind(c.Type)) {
			if _, known := within[Kind(c.Type)]; known {
				r.refuse(Misplaced, "name", c.Type)
			} else {
				r.refuse(Unknown, "name", short(c.Type))
			}
			return n
		}
		n.Content = append(n.Content, r.node(c, depth+1, lists))
	}
	r.whole(&n)
	return n
}

// whole looks at a node with all that is in it, and joins words that look alike.
func (r *reader) whole(n *Node) {
	switch n.Kind {
	case Paragraph, Heading:
		n.Content = joined(n.Content)
	case ListItem:
		if len(n.Content) == 0 || n.Content[0].Kind != Paragraph {
			r.refuse(Broken)
		}
	case Doc, BulletList, OrderedList, Cell, HeadCell:
		if len(n.Content) == 0 {
			r.refuse(Broken)
		}
	case Table:
		r.table(*n)
	}
}

// table holds the cells of a table to a grid of equal rows.
func (r *reader) table(n Node) {
	if len(n.Content) == 0 || len(n.Content) > MaxRows {
		r.refuse(BadTable)
		return
	}
	_, ok := Grid(n)
	if !ok {
		r.refuse(BadTable)
	}
}

// Grid counts the columns of a table, and reports whether its rows are equally wide and its
// cells stay within them.
func Grid(n Node) (int, bool) {
	columns := 0
	var taken []int // for how many rows more each column is taken from above
	for i, row := range n.Content {
		at := 0
		for _, c := range row.Content {
			for at < len(taken) && taken[at] > 0 {
				at++
			}
			for range max(c.ColSpan, 1) {
				if at >= MaxColumns || i+max(c.RowSpan, 1) > len(n.Content) {
					return 0, false
				}
				for at >= len(taken) {
					taken = append(taken, 0)
				}
				if taken[at] > 0 {
					return 0, false
				}
				taken[at] = max(c.RowSpan, 1)
				at++
			}
		}
		if i == 0 {
			columns = at
		}
		if columns == 0 || len(taken) != columns || slices.Contains(taken, 0) {
			return 0, false
		}
		for k := range taken {
			taken[k]--
		}
	}
	return columns, true
}

func (r *reader) attrs(n *Node, in raw) {
	for name, value := range in.Attrs {
		if name == "id" && n.Kind.Block() {
			r.id(n, value)
			continue
		}
		if slices.Contains(dropped[n.Kind], name) {
			continue
		}
		if !slices.Contains(attributes[n.Kind], name) {
			r.refuse(Unknown, "name", short(name))
			return
		}
		var v int
		if json.Unmarshal(value, &v) != nil {
			r.refuse(Broken)
			return
		}
		switch name {
		case "level":
			n.Level = v
		case "start":
			n.Start = v
		case "colspan":
			n.ColSpan = v
		case "rowspan":
			n.RowSpan = v
		}
	}
	switch n.Kind {
	case Heading:
		if n.Level < 1 || n.Level > 4 {
			r.refuse(Broken)
		}
	case OrderedList:
		if n.Start < 0 || n.Start > 9999 {
			r.refuse(Broken)
		}
		n.Start = max(n.Start, 1)
	case Cell, HeadCell:
		if n.ColSpan < 0 || n.ColSpan > MaxColumns || n.RowSpan < 0 || n.RowSpan > MaxRows {
			r.refuse(BadTable)
		}
		n.ColSpan, n.RowSpan = max(n.ColSpan, 1), max(n.RowSpan, 1)
	}
}

func (r *reader) id(n *Node, value json.RawMessage) {
	var id *string
	switch {
	case json.Unmarshal(value, &id) != nil || id != nil && !identity.MatchString(*id):
		r.refuse(Broken)
	case id == nil:
	case r.ids[*id]:
		r.refuse(Twice)
	default:
		n.ID, r.ids[*id] = *id, true
	}
}

func (r *reader) marks(n *Node, in raw) {
	if len(in.Marks) > maxMarks {
		r.refuse(Broken)
		return
	}
	for _, m := range in.Marks {
		mark := Mark{Style: Style(m.Type)}
		if !slices.Contains(styles, mark.Style) {
			r.refuse(Unknown, "name", short(m.Type))
			return
		}
		for name, value := range m.Attrs {
			switch {
			case mark.Style == Link && name == "href":
				if json.Unmarshal(value, &mark.Href) != nil {
					r.refuse(Broken)
				}
			case mark.Style == Link && slices.Contains([]string{"target", "rel", "class", "title"}, name):
			default:
				r.refuse(Unknown, "name", short(name))
			}
		}
		if mark.Style == Link && !leads(mark.Href) {
			r.refuse(BadLink, "href", short(mark.Href))
		}
		if !slices.ContainsFunc(n.Marks, func(o Mark) bool { return o.Style == mark.Style }) {
			n.Marks = append(n.Marks, mark)
		}
	}
	slices.SortFunc(n.Marks, func(a, b Mark) int { return slices.Index(styles, a.Style) - slices.Index(styles, b.Style) })
}

// leads reports whether an address is one that a reader may be led to.
func leads(href string) bool {
	if len(href) > MaxLink || strings.ContainsFunc(href, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) {
		return false
	}
	u, err := url.Parse(href)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" || err == nil && u.Scheme == "mailto" && u.Opaque != ""
}

// signs refuses what is no text: halves of signs, which arrive as U+FFFD, and controls.
func (r *reader) signs(text string) {
	if text == "" {
		return
	}
	for _, c := range text {
		if c == unicode.ReplacementChar || unicode.IsControl(c) && c != '\t' || unicode.Is(unicode.Co, c) {
			r.refuse(BadSign)
			return
		}
	}
	if c, missing := letters.Missing(text); missing {
		r.refuse(fault.BadLetter, "letter", string(c))
	}
}

// joined drops empty words and joins those that look alike.
func joined(in []Node) []Node {
	var out []Node
	for _, n := range in {
		if n.Kind == Words && n.Text == "" {
			continue
		}
		if last := len(out) - 1; n.Kind == Words && last >= 0 && out[last].Kind == Words && slices.Equal(out[last].Marks, n.Marks) {
			out[last].Text += n.Text
			continue
		}
		out = append(out, n)
	}
	return out
}

// short keeps what a message repeats from filling a screen.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
