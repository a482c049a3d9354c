//go:build data

package ocds_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/ocds"
	"zabuni.org/core/ocds/ocdstest"
)

// A package that has everything that we can say, with what is gone, is valid by the standard's schemas and those of its
// extensions; one with a currency that there is not, a status or a tag of our own is not.
func TestWhatIsPublishedIsValid(t *testing.T) {
	p := agreed(process(), func(c *ocds.Contract) {
		day := noon
		c.From, c.Until, c.Signed = &day, &day, day
		c.Changes = []ocds.Change{{ID: "1", At: noon, Title: "price_index", Body: "1. Dearer"}}
		c.Milestones = []ocds.Milestone{{ID: "m1", Title: "Pumps", Kind: "delivery", State: "met", Due: noon}, {ID: "m2", Gone: true}}
	})
	planned := ocds.Planned{Item: uuid.New(), Buyer: p.Buyer, Plan: uuid.New(), PlanTitle: "Works", Year: 2027, Title: "Pumps", Activity: "tender", Code: "42122000", Opens: noon, Awards: noon}
	p.Planned = &ocds.Related{Item: planned.Item, Page: "https://example.org/records/1"}
	two := 2
	p.Bidders, p.Selective, p.Live = &two, true, true
	p.Categories[0].Opens, p.Categories[0].Closes, p.Categories[0].Reserved = p.Opens, p.Closes, "Owned by women"
	p.Categories[0].Fee = &ocds.Amount{Value: money.New(1500, 0), Currency: "KES"}
	p.Goods = append(p.Goods, ocds.Good{ID: uuid.New(), Gone: true, Scheme: "CPV", Code: "42122000"})
	p.Files = append(p.Files, ocds.File{ID: uuid.New(), Gone: true})
	p.Answers = []ocds.Answer{{ID: uuid.New(), Category: p.Categories[0].ID, Question: "Are fittings in?", Response: "They are.", At: noon}}
	p.Changes = []ocds.Change{{ID: "a", At: noon, Title: "More", Body: "Pumps"}}
	text := body(t, p)
	tags, err := ocds.Tags(nil, text)
	if err != nil {
		t.Fatal(err)
	}
	one, err := ocds.Released(text, p.Job, 1, noon, tags)
	if err != nil {
		t.Fatal(err)
	}
	in := ocds.Package{URI: "https://example.org/releases?after=0", Publisher: "https://example.org", At: noon, Next: "https://example.org/releases?after=1"}
	releases, err := in.Releases([]json.RawMessage{one})
	if err != nil {
		t.Fatal(err)
	}
	record, err := in.Record(p.Job, []json.RawMessage{one})
	if err != nil {
		t.Fatal(err)
	}
	for _, named := range []string{"", "Pumps"} {
		planned.Named = named
		stands, err := planned.Body()
		if err != nil {
			t.Fatal(err)
		}
		gone, err := ocds.Withdraw(stands)
		if err != nil {
			t.Fatal(err)
		}
		var all []json.RawMessage
		for i, body := range [][]byte{stands, gone} {
			one, err := ocds.Released(body, planned.Item, i+1, noon.AddDate(0, 0, i), []ocds.Tag{ocds.Planning, ocds.PlanningUpdate}[i:i+1])
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, one)
		}
		pages, err := in.Releases(all)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := in.Record(planned.Item, all)
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range [][]byte{pages, whole} {
			ocdstest.Valid(t, os.Getenv("ZABUNI_DATA"), data)
			if err := ocdstest.Problem(os.Getenv("ZABUNI_DATA"), bytes.Replace(data, []byte(`"status":"withdrawn"`), []byte(`"status":"dropped"`), 1)); err == nil {
				t.Error("a status of our own is valid")
			}
		}
	}
	for _, data := range [][]byte{releases, record} {
		ocdstest.Valid(t, os.Getenv("ZABUNI_DATA"), data)
		for was, is := range map[string]string{`"KES"`: `"KSH"`, `"status":"active"`: `"status":"open"`, `"tag":["`: `"tag":["news","`, `"tenderPeriod":{`: `"tenderPeriod":{"x":1,`} {
			if err := ocdstest.Problem(os.Getenv("ZABUNI_DATA"), bytes.Replace(data, []byte(was), []byte(is), 1)); (err == nil) != (was == `"tenderPeriod":{`) {
				t.Errorf("%s for %s: %v", is, was, err)
			}
		}
	}
}
