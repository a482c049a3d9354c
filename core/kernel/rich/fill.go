package rich

import (
	"regexp"
	"slices"
)

// mark is a place in a text that something is written into: {name}.
var mark = regexp.MustCompile(`\{([^{}\n]*)\}`)

// Places lists the names of all places in a text, each once, in their order.
func (n Node) Places() []string {
	var out []string
	n.lines(func(line Node) {
		for _, m := range mark.FindAllStringSubmatch(words(line), -1) {
			if !slices.Contains(out, m[1]) {
				out = append(out, m[1])
			}
		}
	})
	return out
}

// Fill writes values into their places, once: what a value says is never looked at again, so
// that a company named {value} stays what it is called. Places without a value stay as they are.
func (n Node) Fill(values map[string]string) Node {
	if n.Kind == Paragraph || n.Kind == Heading {
		return n.fillLine(values)
	}
	n.Content = slices.Clone(n.Content)
	for i, c := range n.Content {
		n.Content[i] = c.Fill(values)
	}
	return n
}

func (n Node) lines(do func(Node)) {
	if n.Kind == Paragraph || n.Kind == Heading {
		do(n)
		return
	}
	for _, c := range n.Content {
		c.lines(do)
	}
}

// words joins the words of a line; a break keeps what is before it from what comes after.
func words(line Node) string {
	var b []byte
	for _, c := range line.Content {
		if c.Kind == Words {
			b = append(b, c.Text...)
		} else {
			b = append(b, '\n')
		}
	}
	return string(b)
}

// fillLine fills the places of one line. A place whose name is partly bold is still one: its
// value looks as the place begins.
func (n Node) fillLine(values map[string]string) Node {
	text := words(n)
	var out []Node
	at := 0 // how far the line is written
	copyTo := func(end int) {
		begin := 0
		for _, c := range n.Content {
			size := 1
			if c.Kind == Words {
				size = len(c.Text)
			}
			from, to := max(at, begin), min(end, begin+size)
			if from < to {
				part := c
				if c.Kind == Words {
					part.Text = c.Text[from-begin : to-begin]
				}
				out = append(out, part)
			}
			begin += size
		}
		at = end
	}
	for _, m := range mark.FindAllStringSubmatchIndex(text, -1) {
		value, ok := values[text[m[2]:m[3]]]
		if !ok {
			continue
		}
		copyTo(m[0])
		begin := 0
		for _, c := range n.Content {
			size := 1
			if c.Kind == Words {
				size = len(c.Text)
			}
			if m[0] < begin+size {
				out = append(out, Node{Kind: Words, Text: value, Marks: c.Marks})
				break
			}
			begin += size
		}
		at = m[1]
	}
	copyTo(len(text))
	n.Content = joined(out)
	return n
}
