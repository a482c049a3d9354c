package contract

import (
	"fmt"
	"slices"
	"unicode"

	"zabuni.org/core/kernel/rich"
)

// A Redline is the differences of two texts, found by comparing them: nothing that a client says
// of what it changed has a part in it. Blocks are the same by their ids, words by what they say
// and how they look. A block that moved is a difference in two places, decided on as one.
type Redline struct{ root merged }

// A part of a node's content: something that both texts have, or a difference.
type part struct {
	same     *merged
	change   string // its id
	old, new []rich.Node
}

// merged is a node of both texts.
type merged struct {
	node  rich.Node // without its content
	parts []part
}

// Compare finds the differences of two texts.
func Compare(before, after rich.Node) Redline {
	before, after = numbered(Tidy(before), "o"), numbered(Tidy(after), "n")
	if before.Kind != rich.Doc {
		before = rich.Node{Kind: rich.Doc}
	}
	if after.Kind != rich.Doc {
		after = rich.Node{Kind: rich.Doc}
	}
	left := enough
	return Redline{left.merge(before, after)}
}

// numbered gives blocks without an id one that the same text always gets.
func numbered(n rich.Node, prefix string) rich.Node {
	i := 0
	return n.Named(func() string { i++; return fmt.Sprint(prefix, ".", i) })
}

func line(k rich.Kind) bool { return k == rich.Paragraph || k == rich.Heading }

func bare(n rich.Node) rich.Node { n.Content = nil; return n }

func alike(a, b rich.Node) bool {
	return a.Kind == b.Kind && a.ID == b.ID && a.Level == b.Level && a.Start == b.Start && a.ColSpan == b.ColSpan && a.RowSpan == b.RowSpan
}

func (left *pairs) merge(before, after rich.Node) merged {
	m := merged{node: bare(after)}
	if line(after.Kind) {
		m.parts = left.words(after.ID, tokens(before.Content), tokens(after.Content))
	} else {
		m.parts = left.blocks(before.Content, after.Content)
	}
	return m
}

// blocks compares the children of a node; those that stand in both and in one order are compared further.
func (left *pairs) blocks(before, after []rich.Node) []part {
	at := map[string]int{}
	for i, n := range before {
		at[n.ID] = i
	}
	stays := rising(after, at)
	var out []part
	i, j := 0, 0
	run := func(toOld, toNew int) {
		for ; i < toOld; i++ {
			out = append(out, part{change: "b." + before[i].ID, old: before[i : i+1]})
		}
		for ; j < toNew; j++ {
			out = append(out, part{change: "b." + after[j].ID, new: after[j : j+1]})
		}
	}
	for _, k := range stays {
		o := at[after[k].ID]
		run(o, k)
		if alike(before[o], after[k]) {
			m := left.merge(before[o], after[k])
			out = append(out, part{same: &m})
		} else {
			out = append(out, part{change: "b." + after[k].ID, old: before[o : o+1], new: after[k : k+1]})
		}
		i, j = o+1, k+1
	}
	run(len(before), len(after))
	return out
}

// rising are the places of the longest run of blocks that both texts have in one order.
func rising(after []rich.Node, at map[string]int) []int {
	var ends, from []int // ends[n] is the place where the best run of n+1 ends
	back := map[int]int{}
	for j, n := range after {
		o, ok := at[n.ID]
		if !ok {
			continue
		}
		k, _ := slices.BinarySearchFunc(ends, o, func(p, o int) int { return at[after[p].ID] - o })
		if k > 0 {
			back[j] = ends[k-1]
		} else {
			back[j] = -1
		}
		if k == len(ends) {
			ends = append(ends, j)
		} else {
			ends[k] = j
		}
	}
	if len(ends) == 0 {
		return nil
	}
	for j := ends[len(ends)-1]; j >= 0; j = back[j] {
		from = append(from, j)
	}
	slices.Reverse(from)
	return from
}

// tokens are the words of a line and what is between them, each with its looks.
func tokens(content []rich.Node) []rich.Node {
	var out []rich.Node
	for _, n := range joined(content) {
		if n.Kind != rich.Words {
			out = append(out, n)
			continue
		}
		begin, space := 0, false
		for i, r := range n.Text {
			if s := unicode.IsSpace(r); i == 0 {
				space = s
			} else if s != space {
				out = append(out, rich.Node{Kind: rich.Words, Text: n.Text[begin:i], Marks: n.Marks})
				begin, space = i, s
			}
		}
		out = append(out, rich.Node{Kind: rich.Words, Text: n.Text[begin:], Marks: n.Marks})
	}
	return out
}

// joined writes neighbouring words that look the same as one.
func joined(content []rich.Node) []rich.Node {
	var out []rich.Node
	for _, n := range content {
		if l := len(out) - 1; l >= 0 && n.Kind == rich.Words && out[l].Kind == rich.Words && slices.Equal(n.Marks, out[l].Marks) {
			out[l].Text += n.Text
			continue
		}
		if n.Kind != rich.Words || n.Text != "" {
			out = append(out, n)
		}
	}
	return out
}

func equal(a, b rich.Node) bool {
	return a.Kind == b.Kind && a.Text == b.Text && slices.Equal(a.Marks, b.Marks)
}

// pairs is how many pairs of words are compared still. A text as long as one may be, with nothing in
// common with the other, would have as many as its length squared: whoever writes one would keep the
// machine busy each time that the other side reads it.
type pairs int

const (
	enough  pairs = 20_000_000 // in a text
	oneLine pairs = 4_000_000  // beyond it what lies between the common beginning and end of a line is one difference
)

// words compares a line by the longest run of words that both have.
func (left *pairs) words(id string, before, after []rich.Node) []part {
	head := 0
	for head < len(before) && head < len(after) && equal(before[head], after[head]) {
		head++
	}
	tail := 0
	for tail < len(before)-head && tail < len(after)-head && equal(before[len(before)-1-tail], after[len(after)-1-tail]) {
		tail++
	}
	a, b := before[head:len(before)-tail], after[head:len(after)-tail]
	var out []part
	keep := func(n rich.Node) { out = append(out, part{same: &merged{node: n}}) }
	changes := 0
	differ := func(old, new []rich.Node) {
		if len(old)+len(new) > 0 {
			changes++
			out = append(out, part{change: fmt.Sprintf("w.%s.%d", id, changes), old: old, new: new})
		}
	}
	for _, n := range before[:head] {
		keep(n)
	}
	if n := pairs(len(a) * len(b)); n > min(oneLine, *left) {
		differ(a, b)
	} else {
		*left -= n
		i, j := 0, 0
		for _, p := range common(a, b) {
			differ(a[i:p[0]], b[j:p[1]])
			keep(a[p[0]])
			i, j = p[0]+1, p[1]+1
		}
		differ(a[i:], b[j:])
	}
	for _, n := range before[len(before)-tail:] {
		keep(n)
	}
	return out
}

// common are the places of a longest common run.
func common(a, b []rich.Node) [][2]int {
	best := make([][]int32, len(a)+1)
	for i := range best {
		best[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if equal(a[i], b[j]) {
				best[i][j] = best[i+1][j+1] + 1
			} else {
				best[i][j] = max(best[i+1][j], best[i][j+1])
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case equal(a[i], b[j]):
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case best[i+1][j] >= best[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}

// Changes are the ids of all differences, in the order of the text.
func (r Redline) Changes() []string {
	var out []string
	seen := map[string]bool{}
	var walk func(merged)
	walk = func(m merged) {
		for _, p := range m.parts {
			switch {
			case p.same != nil:
				walk(*p.same)
			case !seen[p.change]:
				seen[p.change] = true
				out = append(out, p.change)
			}
		}
	}
	walk(r.root)
	return out
}

// Resolve is the text that follows when the differences named are accepted and all others
// rejected: all of them make the new text, none of them the old one.
func (r Redline) Resolve(accepted func(change string) bool) rich.Node {
	ids := map[string]bool{}
	var twice func(n rich.Node) rich.Node
	twice = func(n rich.Node) rich.Node { // what moved and stays as well is another block
		if n.ID != "" && ids[n.ID] {
			for k := 2; ; k++ {
				if id := fmt.Sprintf("%.30s-%d", n.ID, k); !ids[id] {
					n.ID = id
					break
				}
			}
		}
		ids[n.ID] = true
		n.Content = slices.Clone(n.Content)
		for i, c := range n.Content {
			n.Content[i] = twice(c)
		}
		return n
	}
	return twice(r.root.resolve(accepted))
}

func (m merged) resolve(accepted func(string) bool) rich.Node {
	n := m.node
	if n.Kind == rich.Words || n.Kind == rich.Break {
		return n
	}
	n.Content = nil
	for _, p := range m.parts {
		switch {
		case p.same != nil:
			c := p.same.resolve(accepted)
			if hollow(c) {
				continue
			}
			n.Content = append(n.Content, c)
		case accepted(p.change):
			n.Content = append(n.Content, p.new...)
		default:
			n.Content = append(n.Content, p.old...)
		}
	}
	if line(n.Kind) {
		n.Content = joined(n.Content)
	}
	if len(n.Content) == 0 && (n.Kind == rich.Doc || n.Kind == rich.Cell || n.Kind == rich.HeadCell) {
		n.Content = []rich.Node{{Kind: rich.Paragraph}}
	}
	return n
}

// hollow reports whether of a list or a table nothing is left by what was decided on in it.
func hollow(n rich.Node) bool {
	switch n.Kind {
	case rich.BulletList, rich.OrderedList, rich.ListItem, rich.Table, rich.Row:
		return len(n.Content) == 0
	}
	return false
}

// Tidy is a text as it is compared: neighbouring words that look the same are one.
func Tidy(n rich.Node) rich.Node {
	n.Content = slices.Clone(n.Content)
	for i, c := range n.Content {
		n.Content[i] = Tidy(c)
	}
	if line(n.Kind) {
		n.Content = joined(n.Content)
	}
	if len(n.Content) == 0 {
		n.Content = nil
	}
	return n
}
