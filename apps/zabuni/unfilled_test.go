package main

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A told is an answer that is kept: of which operation, and its body.
type toldAnswer struct{ app, method, path, body string }

// readAt are the lines of a history after which an answer stands.
var readAt = regexp.MustCompile(`(?m)^(\w+) (reads|sends (?:POST|PUT)) (/.*): 20\d ?\n`)

// deskOf is the app of somebody in a history.
func deskOf(who string) string {
	switch {
	case who == "staff", who == "judge":
		return "operator"
	case who == "manager":
		return "contracts"
	case bidder.MatchString(who):
		return "supplier"
	}
	return "buyer"
}

var bidder = regexp.MustCompile(`^s\d$`)

// keptAnswers are all answers that testdata holds word for word: the story's, what is sent,
// and the histories.
func keptAnswers(t *testing.T) (out []toldAnswer) {
	t.Helper()
	read := func(name string) string {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		var r io.Reader = f
		if strings.HasSuffix(name, ".gz") {
			if r, err = gzip.NewReader(f); err != nil {
				t.Fatal(err)
			}
		}
		raw, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	for app := range bffs {
		for title, body := range parts(read("testdata/answers/" + app + ".txt")) {
			path, _, _ := strings.Cut(strings.TrimPrefix(title, "# "), " for ")
			out = append(out, toldAnswer{app, http.MethodGet, path, body})
		}
	}
	for title, body := range parts(read("testdata/answers/sent.txt")) {
		words := strings.Fields(title) // # number who method path
		if status, answer, ok := strings.Cut(body, " {"); ok && strings.HasPrefix(status, "2") && len(status) == 3 {
			out = append(out, toldAnswer{desks[words[2]], words[3], words[4], "{" + answer})
		}
	}
	packed, err := filepath.Glob("testdata/*/*.gz")
	if err != nil || len(packed) == 0 {
		t.Fatal("no history is kept", err)
	}
	for _, name := range append(packed, "testdata/rounds.gz") {
		text := read(name)
		for _, at := range readAt.FindAllStringSubmatchIndex(text, -1) {
			if body := text[at[1]:]; strings.HasPrefix(body, "{") {
				method := http.MethodGet
				if sent, ok := strings.CutPrefix(text[at[4]:at[5]], "sends "); ok {
					method = sent
				}
				out = append(out, toldAnswer{deskOf(text[at[2]:at[3]]), method, text[at[6]:at[7]], first(body)})
			}
		}
	}
	return out
}

// first is the object with which a text begins, as json.Indent writes it: its end stands where a line begins.
func first(text string) string {
	if end := strings.Index(text, "\n}"); end >= 0 && !strings.HasPrefix(text, "{}") {
		return text[:end+2]
	}
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// drawnMember is a member that a labeller has written whole as drawn by lot.
var drawnMember = regexp.MustCompile(`(?m)^ +<drawn>(,?)$`)

// parsed is the first value of a text that a labeller has written.
func parsed(text string) (v any, err error) {
	text = drawnMember.ReplaceAllString(strings.ReplaceAll(text, `\<`, "<"), `"drawn": 1$1`)
	err = json.NewDecoder(strings.NewReader(text)).Decode(&v)
	return v, err
}

// A tally counts which members of answers stand in which ways, by the names of their
// schemas: what is the same on several desks is made by the same lines.
type tally struct {
	docs  map[string]apiDoc
	names map[string]string          // of the schemas of each app
	wants map[string]map[string]bool // of a member
	seen  map[string]map[string]bool
}

// named is what a schema is called; two desks may mean different things by a name.
func (c tally) named(app, ref, under string) string {
	if ref == "" {
		return under
	}
	if name, ok := c.names[app+ref]; ok {
		return name
	}
	name := ref[strings.LastIndex(ref, "/")+1:]
	own := c.docs[app].Components.Schemas[name]
	c.names[app+ref] = name
	for _, other := range c.docs {
		if s, ok := other.Components.Schemas[name]; ok && !reflect.DeepEqual(s, own) {
			c.names[app+ref] = app + "." + name
		}
	}
	return c.names[app+ref]
}

func note(in map[string]map[string]bool, member, what string) {
	if in[member] == nil {
		in[member] = map[string]bool{}
	}
	in[member][what] = true
}

// nullable reports whether null is one of the values.
func nullable(s schema) bool {
	list, ok := s.Type.([]any)
	return ok && slices.Contains(list, any("null"))
}

// members calls fn with every member of a schema.
func (c tally) members(app string, s schema, under string, fn func(member, key string, optional bool, s schema)) {
	name := c.named(app, s.Ref, under)
	s = c.docs[app].resolve(s)
	for key, p := range s.Properties {
		if key == "$schema" {
			continue
		}
		of := c.docs[app].resolve(p)
		fn(name+"."+key, key, !slices.Contains(s.Required, key) || nullable(of), p)
	}
}

// ask notes in which ways the members of a schema are to stand.
func (c tally) ask(app string, s schema, under string, above []string) {
	if s.Ref != "" {
		if slices.Contains(above, s.Ref) {
			return
		}
		above = append(slices.Clone(above), s.Ref)
	}
	c.members(app, s, under, func(member, key string, optional bool, p schema) {
		of := c.docs[app].resolve(p)
		if key == "next" && kindOf(of) == "string" { // TestEveryListReadRowByRowIsTheWhole asks every list for it
			return
		}
		if optional {
			note(c.wants, member, "present")
			note(c.wants, member, "absent")
		}
		switch kindOf(of) {
		case "boolean":
			note(c.wants, member, "true")
			if !optional {
				note(c.wants, member, "false")
			}
		case "array":
			note(c.wants, member, "items")
			if of.Items != nil {
				c.ask(app, *of.Items, member, above)
			}
		case "object":
			c.ask(app, p, member, above)
		}
	})
}

// hear notes in which ways they stand in an answer.
func (c tally) hear(app string, s schema, under string, v any) {
	x, ok := v.(map[string]any)
	if !ok {
		return
	}
	c.members(app, s, under, func(member, key string, optional bool, p schema) {
		inner, of := x[key], c.docs[app].resolve(p)
		switch y := inner.(type) {
		case nil:
			note(c.seen, member, "absent")
			return
		case bool:
			note(c.seen, member, map[bool]string{true: "true", false: "false"}[y])
		case []any:
			for _, one := range y {
				note(c.seen, member, "items")
				if of.Items != nil {
					c.hear(app, *of.Items, member, one)
				}
			}
		case map[string]any:
			c.hear(app, p, member, y)
		}
		note(c.seen, member, "present")
	})
}

// answered is the schema of what an operation answers.
func answered(op contractOp) (schema, bool) {
	for _, status := range []string{"200", "201"} {
		if c, ok := op.Responses[status].Content["application/json"]; ok {
			return c.Schema, true
		}
	}
	return schema{}, false
}

// Each member of each answer stands in the kept answers in every way in which it may: what
// is optional both there and not, what is true or false as both, a list with something in
// it. What no kept answer shows, nobody sees change: it stands in unfilled.txt with its
// reason, and leaves it once it is shown.
func TestEveryMemberStandsInTheKeptAnswers(t *testing.T) {
	t.Parallel()
	c := tally{docs: (&house{T: t, bffs: outside()}).contracts(), names: map[string]string{}, wants: map[string]map[string]bool{}, seen: map[string]map[string]bool{}}
	for app, d := range c.docs {
		for path, methods := range d.Paths {
			for method, op := range methods {
				if s, ok := answered(op); ok {
					c.ask(app, s, strings.ToUpper(method)+" "+path, nil)
				}
			}
		}
	}
	heard, operations := 0, map[string]string{}
	for _, a := range keptAnswers(t) {
		asked := a.app + a.method + a.path
		path, known := operations[asked]
		if !known {
			path = c.docs[a.app].operation(sentCall{method: a.method, path: a.path})
			operations[asked] = path
		}
		s, ok := answered(c.docs[a.app].Paths[path][strings.ToLower(a.method)])
		switch {
		case path == "":
			t.Errorf("%s %s of %s is no operation", a.method, a.path, a.app)
			continue
		case !ok: // a file
			continue
		}
		v, err := parsed(a.body)
		if err != nil {
			t.Fatalf("%s %s of %s: %v\n%.300s", a.method, a.path, a.app, err, a.body)
		}
		c.hear(a.app, s, a.method+" "+path, v)
		heard++
	}
	if heard < 5000 {
		t.Errorf("only %d answers were read", heard)
	}
	listed := map[string]bool{}
	for _, x := range table(t, "unfilled.txt", 3) {
		listed[x[0]+"\t"+x[1]] = true
		switch {
		case !c.wants[x[0]][x[1]]:
			t.Errorf("unfilled.txt: %s has no such way as %s", x[0], x[1])
		case c.seen[x[0]][x[1]]:
			t.Errorf("unfilled.txt: %s stands %s in a kept answer now: take its line out", x[0], x[1])
		}
	}
	for _, member := range slices.Sorted(maps.Keys(c.wants)) {
		for _, way := range slices.Sorted(maps.Keys(c.wants[member])) {
			if !c.seen[member][way] && !listed[member+"\t"+way] {
				t.Errorf("no kept answer has %s\t%s", member, way)
			}
		}
	}
}
