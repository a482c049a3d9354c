package ocds_test

import (
	"fmt"
	"strings"
	"testing"

	"zabuni.org/core/ocds"
)

// told prints a plan as the releases of its process compile.
func told(p ocds.Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %q", p.OCID.Text, p.ID.Text, p.Title.Text)
	if p.Value != nil {
		fmt.Fprint(&b, " ", p.Value.Amount.Text, p.Value.Currency.Text)
	}
	for _, i := range p.Items {
		fmt.Fprintf(&b, "; %s %s x%s %s", i.ID.Text, i.Description.Text, i.Quantity.Text, i.UnitName.Text)
	}
	for _, d := range p.Documents {
		fmt.Fprintf(&b, "; %s %s", d.ID.Text, d.Title.Text)
	}
	return b.String()
}

// The releases of a process compile as OCDS 1.1 merges them (schema/merging).
func TestReleasesAreMergedByIdentifier(t *testing.T) {
	release := func(date, tender string) string {
		return `{"ocid": "o", "date": "` + date + `T00:00:00Z", "tender": ` + tender + `}`
	}
	const old = `{"id": "1", "title": "Roads", "value": {"amount": 5, "currency": "KES"},
		"items": [{"id": "1", "description": "Pump", "quantity": 8, "unit": {"name": "each"}}, {"id": "2", "description": "Pipe", "quantity": 10}],
		"documents": [{"id": "d1", "title": "Notice"}]}`
	for name, c := range map[string]struct{ newer, want string }{
		"an item changes":      {`{"items": [{"id": "2", "quantity": 12}]}`, `o 1 "Roads" 5KES; 1 Pump x8 each; 2 Pipe x12 ; d1 Notice`},
		"an item comes":        {`{"items": [{"id": "3", "description": "Tap"}]}`, `o 1 "Roads" 5KES; 1 Pump x8 each; 2 Pipe x10 ; 3 Tap x ; d1 Notice`},
		"a document comes":     {`{"documents": [{"id": "d2", "title": "Answers"}]}`, `o 1 "Roads" 5KES; 1 Pump x8 each; 2 Pipe x10 ; d1 Notice; d2 Answers`},
		"half of a sum":        {`{"value": {"amount": 6}}`, `o 1 "Roads" 6KES; 1 Pump x8 each; 2 Pipe x10 ; d1 Notice`},
		"an empty list":        {`{"items": [], "value": {}}`, `o 1 "Roads" 5KES; 1 Pump x8 each; 2 Pipe x10 ; d1 Notice`},
		"taken away":           {`{"title": null, "items": null, "value": {"currency": null}}`, `o 1 "" 5; d1 Notice`},
		"one of one":           {`{"items": [{"id": "1", "unit": {"name": null}}]}`, `o 1 "Roads" 5KES; 1 Pump x8 ; 2 Pipe x10 ; d1 Notice`},
		"a number is no text":  {`{"items": [{"id": 1, "description": "Other"}]}`, `o 1 "Roads" 5KES; 1 Pump x8 each; 2 Pipe x10 ; 1 Other x ; d1 Notice`},
		"without identifiers":  {`{"documents": [{"title": "Nameless"}]}`, `o 1 "Roads" 5KES; 1 Pump x8 each; 2 Pipe x10 ; d1 Notice;  Nameless`},
		"an identifier twice":  {`{"documents": [{"id": "d1", "title": "A"}, {"id": "d1", "title": "B"}]}`, `o 1 "Roads" 5KES; 1 Pump x8 each; 2 Pipe x10 ; d1 A; d1 B`},
		"another kind":         {`{"documents": "none", "value": 7}`, `o 1 "Roads"; 1 Pump x8 each; 2 Pipe x10 `},
		"back after a removal": {`{"title": "Streets"}`, `o 1 "Streets" 5KES; 1 Pump x8 each; 2 Pipe x10 ; d1 Notice`},
	} {
		t.Run(name, func(t *testing.T) {
			first, second := release("2026-01-01", old), release("2026-03-01", c.newer)
			between := release("2026-02-01", `{"status": "active"}`)
			if strings.HasPrefix(name, "back") {
				between = release("2026-02-01", `{"title": null}`)
			}
			other := `{"ocid": "p", "date": "2026-04-01T00:00:00Z", "tender": {"id": "9", "title": "Bridges"}}`
			doc := `{"releases": [` + strings.Join([]string{second, first, other, between}, ",") + `]}`
			r := ocds.Read([]byte(doc))
			sound(t, []byte(doc), r)
			if len(r.Plans) != 2 {
				t.Fatalf("%+v", r)
			}
			if got := told(r.Plans[0]); got != c.want {
				t.Errorf("\n%s\n%s", got, c.want)
			}
			if got := told(r.Plans[1]); got != `p 9 "Bridges"` {
				t.Error(got)
			}
		})
	}
}

// What a newer release says otherwise is listed where the older ones said it, and as
// the job's own; what still stands is read from wherever it was said.
func TestWhatWasOverwrittenIsHistory(t *testing.T) {
	doc := `{"releases": [
		{"ocid": "o", "id": "1", "date": "2026-01-01T00:00:00Z", "tender": {"title": "Roads", "rationale": "Mud", "items": [{"id": "1", "description": "Pump", "quantity": 8}]}},
		{"ocid": "p", "date": "2026-01-01T00:00:00Z", "tender": {"title": "Bridges"}},
		{"ocid": "o", "id": "2", "date": "2026-02-01T00:00:00Z", "tender": {"items": [{"id": "1", "quantity": 12}]}},
		{"ocid": "q", "date": "2026-02-01T00:00:00Z", "planning": {"rationale": "Later"}}]}`
	r := ocds.Read([]byte(doc))
	sound(t, []byte(doc), r)
	item := r.Plans[0].Items[0]
	if item.Description.At != "/releases/0/tender/items/0/description" || item.Quantity.At != "/releases/2/tender/items/0/quantity" {
		t.Errorf("%+v", item)
	}
	got := map[string]string{}
	for _, l := range r.Leaves {
		got[l.Pointer] = fmt.Sprint(l.Plan, " ", l.Reason)
	}
	for at, want := range map[string]string{
		"/releases/0/tender/items/0/quantity": "0 history",
		"/releases/0/id":                      "0 history",
		"/releases/2/id":                      "0 not_used",
		"/releases/0/tender/rationale":        "0 not_used",
		"/releases/0/tender/title":            "0 ",
		"/releases/1/tender/title":            "1 ",
		"/releases/3/planning/rationale":      "-1 planning",
	} {
		if got[at] != want {
			t.Errorf("%s: %s, not %s", at, got[at], want)
		}
	}
}

// A tender that was taken back is none.
func TestATenderTakenBack(t *testing.T) {
	doc := `{"releases": [{"ocid": "o", "date": "2026-01-01T00:00:00Z", "tender": {"title": "Roads"}}, {"ocid": "o", "date": "2026-02-01T00:00:00Z", "tender": null}]}`
	r := ocds.Read([]byte(doc))
	sound(t, []byte(doc), r)
	if len(r.Plans) != 0 || r.Problems[0].Code != ocds.NoTender {
		t.Errorf("%+v", r)
	}
}
