package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/sheet"
)

// asItIs are members of bodies that are text, though a figure can stand there.
var asItIs = []string{"number", "po_box", "tax_id"}

// figure is text that is read as something else: a number or a day.
var figure = regexp.MustCompile(`^(\d+([.,]\d+)?%?|\d{4}-\d{2}-\d{2}(T[\d:]+Z)?)$`)

// place is that of an entry in a list.
var place = regexp.MustCompile(`^\d+$`)

// garbled are copies of a body, each with one figure that cannot be read, by its place.
func garbled(v any, at string, whole func(any) any, out map[string]any) {
	switch x := v.(type) {
	case map[string]any:
		for name, inner := range x {
			garbled(inner, at+"/"+name, func(v any) any {
				y := maps.Clone(x)
				y[name] = v
				return whole(y)
			}, out)
		}
	case []any:
		for i, inner := range x {
			garbled(inner, fmt.Sprint(at, "/", i), func(v any) any {
				y := slices.Clone(x)
				y[i] = v
				return whole(y)
			}, out)
		}
	case string:
		if figure.MatchString(x) {
			out[at] = whole("neither")
		}
	}
}

// A number or a day that cannot be read is refused, wherever it is typed: it is never
// taken for nothing, which would wipe out what stood there.
func TestAFigureThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	h := sendingHouse(t)
	people := h.senders()
	tried := 0
	for _, c := range sentCalls(t) {
		if c.who == "-" {
			continue
		}
		p, app, bodies := people[c.who], desks[c.who], map[string]any{}
		if strings.HasPrefix(c.body, "{") {
			var body any
			h.must(json.Unmarshal([]byte(h.said(c.body)), &body))
			garbled(body, "", func(v any) any { return v }, bodies)
		}
		for _, at := range slices.Sorted(maps.Keys(bodies)) {
			if slices.Contains(asItIs, path.Base(at)) {
				continue
			}
			tried++
			if a := h.send(p, app, c.method, h.said(c.path), bodies[at]); !a.findsFaultWith(at) {
				t.Errorf("%s %s %s%s takes what is no figure: %d %.300s", c.who, c.method, c.path, at, a.status, a.body)
			}
		}
		h.sendLine(p, app, c)
	}
	if tried == 0 {
		t.Error("no line of sent.txt has a figure")
	}
}

// findsFaultWith reports whether an answer names a place of the body, or the list in which it stands.
func (a answer) findsFaultWith(at string) bool {
	var problem struct{ Errors []struct{ Pointer string } }
	if a.status != http.StatusUnprocessableEntity || json.Unmarshal([]byte(a.body), &problem) != nil {
		return false
	}
	for _, e := range problem.Errors {
		if e.Pointer == at || place.MatchString(path.Base(at)) && e.Pointer == path.Dir(at) {
			return true
		}
	}
	return false
}

// ofWhoever are acts that are of whoever does them, on the same desk as well.
var ofWhoever = regexp.MustCompile(`/evaluation/(marks|finish|report/sign)$`)

// What the operator does for a buyer comes to the buyer's jobs and categories as if the
// buyer had done it: the story goes the same way where the operator takes over all that
// both desks serve.
func TestTheOperatorDoesWhatTheBuyerWould(t *testing.T) {
	t.Parallel()
	h := sendingHouse(t)
	people, docs := h.senders(), h.contracts()
	golden, err := os.ReadFile(filepath.Join("testdata", "answers", "sent.txt"))
	h.must(err)
	stood := regexp.MustCompile(`(?m)^# \d+ .*\n(\d{3}) `).FindAllStringSubmatch(string(golden), -1)
	sent := slices.DeleteFunc(sentCalls(t), func(c sentCall) bool { return c.who == "-" })
	if len(sent) != len(stood) {
		t.Fatalf("%d lines are sent, and %d stand in the story", len(sent), len(stood))
	}
	taken := 0
	for i, c := range sent {
		who := c.who
		asked := docs[desks[who]].operation(c)
		_, both := docs["operator"].Paths[asked][strings.ToLower(c.method)]
		served := strings.HasPrefix(asked, "/jobs/{job_id}") || strings.HasPrefix(asked, "/categories/{category_id}")
		if who == "buyer" && both && served && !ofWhoever.MatchString(asked) {
			who = "operator"
			taken++
		}
		a := h.sendLine(people[who], desks[who], c)
		if want := stood[i][1]; fmt.Sprint(a.status) != want {
			t.Errorf("%d %s %s %s: %d, and %s in the story: %.300s", i+1, who, c.method, c.path, a.status, want, a.body)
		}
	}
	if taken == 0 {
		t.Error("the operator took over nothing")
	}
}

// leastFile is how large a file may be at least where nothing smaller is meant: the part
// in which files come.
const leastFile = 8 << 20

// smaller are operations that read less.
var smaller = map[string]int64{
	"/uploads/category_types":                    sheet.MaxBytes,
	"/uploads/buyers":                            sheet.MaxBytes,
	"/jobs/{job_id}/workbooks/{book}":            sheet.MaxBytes,
	"/procurement-plans/{plan_id}/workbook":      sheet.MaxBytes,
	"/payments/evidence/":                        paymentsvc.MaxSlip,
	"/supplier/payment/orders/{order_id}/slips/": paymentsvc.MaxSlip,
	"/hooks/{way}/{token}":                       0, // a note of a few hundred bytes
}

// Whatever takes a file takes a whole one: an operation that forgets to say how large its
// body may be refuses all above a mebibyte, at the front door.
func TestWhatTakesAFileTakesAWholeOne(t *testing.T) {
	t.Parallel()
	bffs := outside()
	files := 0
	for app, d := range (&house{T: t, bffs: bffs}).contracts() {
		for at, methods := range d.Paths {
			for method, op := range methods {
				if _, isJSON := op.RequestBody.Content["application/json"]; isJSON || len(op.RequestBody.Content) == 0 {
					continue
				}
				files++
				address, most := "/api/"+app+placeholder.ReplaceAllString(at, "x"), int64(httpkit.SmallBody)
				for _, l := range bffs[app].LargeBodies() {
					if l.Is(strings.ToUpper(method), address) {
						most = l.Max
					}
				}
				least, ok := smaller[at]
				if !ok {
					least = leastFile
				}
				if most < least {
					t.Errorf("%s %s takes %d bytes at most, and a file may have %d", method, address, most, least)
				}
			}
		}
	}
	if files == 0 {
		t.Error("no operation takes a file")
	}
}
