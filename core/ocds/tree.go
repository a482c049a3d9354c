package ocds

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of what is read.
const (
	MaxBytes = 20 << 20
	MaxDepth = 64
	MaxNodes = 500_000
	MaxPlace = 1000     // bytes of a JSON pointer: one is a key of what is listed
	MaxNames = 64 << 20 // bytes of all JSON pointers: a long name with many members makes many of them
)

type kind byte

const (
	object kind = iota
	array
	text
	number
	boolean
	null
)

func (k kind) String() string {
	return [...]string{"object", "array", "string", "number", "boolean", "null"}[k]
}

// A node is one value of the document. Used is set when a leaf found its place.
type node struct {
	kind    kind
	at      string // its JSON pointer
	text    string // of a string, or a number's literal
	names   []string
	members []*node        // of an object, beside names, or of an array
	index   map[string]int // of what was merged: a member's place by its name, or by its identifier
	process int            // of the file, from one; 0: of none
	used    bool
	reason  string // why the leaf is not used, when that is known
}

func (n *node) leaf() bool { return n.kind > array || len(n.members) == 0 }

// get returns a member of an object, the last one of that name as JSON readers do.
func (n *node) get(name string) *node {
	if n == nil || n.kind != object {
		return nil
	}
	if n.index != nil {
		if i, ok := n.index[name]; ok {
			return n.members[i]
		}
		return nil
	}
	for i := len(n.names) - 1; i >= 0; i-- {
		if n.names[i] == name {
			return n.members[i]
		}
	}
	return nil
}

// A Problem is something broken in the file. Fatal ones leave nothing to import.
type Problem struct {
	Pointer string // JSON pointer, empty for the whole file
	Code    string
	Params  map[string]any
	Fatal   bool
	Plan    int // the plan whose process it is in, or Common
	in      *node
}

// Codes of problems.
const (
	TooLarge     = "ocds.too_large"     // params: max
	TooDeep      = "ocds.too_deep"      // params: max
	TooMany      = "ocds.too_many"      // params: max
	NotText      = "ocds.not_utf8"      // params: offset, line, column
	Syntax       = "ocds.syntax"        // params: offset, line, column
	NotKept      = "ocds.not_kept"      // text with a NUL, which nothing here keeps
	DuplicateKey = "ocds.duplicate_key" // params: name
	WrongType    = "ocds.wrong_type"    // params: expected, found
	BadDate      = "ocds.bad_date"
	BadNumber    = "ocds.bad_number"
	NoTender     = "ocds.no_tender"
	LongNames    = "ocds.long_names" // names so long that what lies below them cannot be listed
)

func fatal(pointer, code string, params map[string]any) *Problem {
	return &Problem{Pointer: pointer, Code: code, Params: params, Fatal: true, Plan: Common}
}

// position tells an offset as a person finds it in an editor.
func position(data []byte, offset int) map[string]any {
	offset = min(max(offset, 0), len(data))
	head := data[:offset]
	line := bytes.Count(head, []byte("\n")) + 1
	column := utf8.RuneCount(head[bytes.LastIndexByte(head, '\n')+1:]) + 1
	return map[string]any{"offset": offset, "line": line, "column": column}
}

// parse reads the document within its bounds.
func parse(data []byte) (*node, []Problem) {
	if len(data) > MaxBytes {
		return nil, []Problem{*fatal("", TooLarge, map[string]any{"max": MaxBytes})}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) {
		at := 0
		for at < len(data) {
			r, size := utf8.DecodeRune(data[at:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			at += size
		}
		return nil, []Problem{*fatal("", NotText, position(data, at))}
	}
	if depth(data) > MaxDepth { // before the decoder, which would go 10,000 deep
		return nil, []Problem{*fatal("", TooDeep, map[string]any{"max": MaxDepth})}
	}
	var raw json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		at := len(data)
		var s *json.SyntaxError
		if errors.As(err, &s) {
			at = max(0, int(s.Offset)-1)
			if strings.Contains(s.Error(), "unexpected end") {
				at = len(data)
			}
		}
		return nil, []Problem{*fatal("", Syntax, position(data, at))}
	}
	p := &parser{dec: json.NewDecoder(bytes.NewReader(data))}
	p.dec.UseNumber()
	root := p.value("")
	if p.broken != nil {
		return nil, []Problem{*p.broken}
	}
	if p.nodes > MaxNodes {
		return nil, []Problem{*fatal("", TooMany, map[string]any{"max": MaxNodes})}
	}
	return root, p.problems
}

// depth counts brackets outside strings.
func depth(data []byte) (deepest int) {
	now, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			now++
			deepest = max(deepest, now)
		case c == '}' || c == ']':
			now--
		}
	}
	return deepest
}

type parser struct {
	dec      *json.Decoder
	nodes    int
	names    int // bytes of all pointers
	problems []Problem
	broken   *Problem // the first thing for which the whole file is refused
}

// refuse keeps the first reason to refuse the file.
func (p *parser) refuse(pointer, code string, params map[string]any) {
	if p.broken == nil {
		p.broken = fatal(pointer, code, params)
	}
}

// kept refuses a text that holds a NUL: neither columns nor what is listed of it take it.
func (p *parser) kept(pointer, text string) {
	if strings.IndexByte(text, 0) >= 0 {
		p.refuse(strings.ReplaceAll(pointer, "\x00", "\uFFFD"), NotKept, nil)
	}
}

// place is the pointer of a member; counted, before it is made.
func (p *parser) place(of, name string) string {
	size := len(of) + 1 + len(name)
	if p.names += size; size > MaxPlace || p.names > MaxNames {
		p.refuse("", LongNames, map[string]any{"max": MaxPlace})
		return of
	}
	return of + "/" + name
}

// value reads one value of a document that is known to be sound.
func (p *parser) value(pointer string) *node {
	tok, err := p.dec.Token()
	if err != nil {
		return &node{kind: null}
	}
	p.nodes++
	switch v := tok.(type) {
	case json.Delim:
		n := &node{kind: array, at: pointer}
		if v == '{' {
			n.kind = object
		}
		seen := map[string]bool{}
		for p.dec.More() && p.nodes <= MaxNodes && p.broken == nil {
			if n.kind == array {
				n.members = append(n.members, p.value(p.place(pointer, strconv.Itoa(len(n.members)))))
				continue
			}
			name, err := p.dec.Token()
			key, ok := name.(string)
			if err != nil || !ok {
				return n
			}
			at := p.place(pointer, escape(key))
			p.kept(at, key)
			if seen[key] {
				p.problems = append(p.problems, Problem{Pointer: at, Code: DuplicateKey, Params: map[string]any{"name": key}, in: n})
			}
			seen[key] = true
			n.names = append(n.names, key)
			n.members = append(n.members, p.value(at))
		}
		if p.nodes <= MaxNodes && p.broken == nil {
			_, _ = p.dec.Token() // the closing bracket
		}
		return n
	case string:
		p.kept(pointer, v)
		return &node{kind: text, at: pointer, text: v}
	case json.Number:
		return &node{kind: number, at: pointer, text: v.String()}
	case bool:
		return &node{kind: boolean, at: pointer, text: strconv.FormatBool(v)}
	}
	return &node{kind: null, at: pointer}
}

// escape makes a reference token of a JSON pointer (RFC 6901).
func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
