package sourcingsvc_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A foreign file is read here by other code than the product's.
type foreign struct {
	places map[string]bool // everything in it, containers too
	leaves map[string]any
}

func leavesOf(t *testing.T, data []byte) foreign {
	t.Helper()
	f := foreign{map[string]bool{}, map[string]any{}}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var root any
	if err := dec.Decode(&root); err != nil {
		t.Fatal(err)
	}
	var walk func(v any, at string)
	walk = func(v any, at string) {
		f.places[at] = true
		switch v := v.(type) {
		case map[string]any:
			for name, m := range v {
				walk(m, at+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
			}
			if len(v) > 0 {
				return
			}
		case []any:
			for i, m := range v {
				walk(m, at+"/"+strconv.Itoa(i))
			}
			if len(v) > 0 {
				return
			}
		}
		f.leaves[at] = v
	}
	walk(root, "")
	return f
}

// said is how a value is compared: numbers by what they are worth, moments in UTC.
func said(v any) string {
	s := strings.TrimSpace(fmt.Sprint(v))
	if at, err := time.Parse(time.RFC3339, s); err == nil {
		return at.UTC().Format(time.RFC3339)
	}
	if r, ok := new(big.Rat).SetString(s); ok && len(s) < 40 {
		return r.RatString()
	}
	return s
}

// held is every value that a drafted job shows to the buyer it belongs to.
func (w *world) held(job uuid.UUID) map[string]bool {
	w.Helper()
	out := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, m := range v {
				walk(m)
			}
		case []any:
			for _, m := range v {
				walk(m)
			}
		case string:
			out[said(v)] = true
			scheme, code, _ := strings.Cut(v, ":") // a classification
			out[said(scheme)], out[said(code)] = true, true
		}
	}
	tell := func(v any) {
		text, err := json.Marshal(v)
		w.must(err)
		var read any
		w.must(json.Unmarshal(text, &read))
		walk(read)
	}
	j, err := w.svc.Job(w.Context(), w.buyer, w.buyer.Org, job)
	w.must(err)
	tell([]any{j.Job, j.Documents, j.Import.OCID})
	for _, c := range j.Categories {
		d, err := w.svc.Category(w.Context(), w.buyer, w.buyer.Org, c.ID)
		w.must(err)
		tell(d.Content)
	}
	return out
}

var lotOf = regexp.MustCompile(`/(lots/[0-9]+/id|relatedLot)$`)

// accounted holds that each leaf of a file is in the job that was drafted of it or
// listed, and that whatever is listed is a place of the file.
func (w *world) accounted(name string, data []byte, made sourcingsvc.Imported) {
	w.Helper()
	file := leavesOf(w.T, data)
	listed := map[string]bool{}
	for _, u := range made.Unmapped {
		if listed[u.Pointer] = true; !file.places[u.Pointer] {
			w.Errorf("%s: %s (%s) is listed and not in the file", name, u.Pointer, u.Reason)
		}
	}
	held := w.held(made.Job)
	for at, v := range file.leaves {
		if lotOf.MatchString(at) && made.Items > 0 {
			continue // held by where its items stand, not as a text
		}
		if !listed[at] && !held[said(v)] {
			w.Errorf("%s: %s (%v) is neither in the job nor listed", name, at, v)
		}
	}
}

// Every leaf is a text or a number of its own, so that none can pass for another.
const everyLeaf = `{"ocid": "ocds-leaf-1", "id": "release-1", "date": "2026-11-01T01:02:03Z", "tag": ["tender"], "initiationType": "tender-type",
 "language": "rw", "parties": [{"id": "party-1", "name": "Party", "roles": ["buyer"]}], "buyer": {"id": "buyer-1", "name": "County of leaves"},
 "planning": {"rationale": "Thirst", "budget": {"id": "budget-1", "amount": {"amount": 71, "currency": "RWF"}}},
 "tender": {"id": "tender-1", "title": "Leaves", "title_fr": "Feuilles", "description": "Many leaves", "status": "status-1",
  "procurementMethod": "method-1", "procurementMethodDetails": "details-1", "procurementMethodRationale": "rationale-1",
  "mainProcurementCategory": "category-1", "additionalProcurementCategories": ["more-1", "more-2"], "hasEnquiries": false,
  "procuringEntity": {"id": "entity-1", "name": "Entity"}, "value": {"amount": 4711, "currency": "KES"}, "minValue": {"amount": 72, "currency": "TZS"},
  "enquiryPeriod": {"startDate": "2026-11-02T01:01:01Z", "endDate": "2026-11-03T01:01:01Z"},
  "tenderPeriod": {"startDate": "2026-11-24T01:01:01Z", "endDate": "2026-12-24T01:01:01Z", "durationInDays": 30},
  "awardPeriod": {"startDate": "2027-01-02T01:01:01Z", "endDate": "2027-01-03"},
  "lots": [{"id": "lot-1", "title": "One lot", "description": "Its words", "value": {"amount": 815.25, "currency": "UGX"}, "status": "status-2"},
   {"id": "lot-2", "description": "Nameless", "value": {"amount": 73}},
   {"id": "lot-3", "title": "Bare"}],
  "items": [{"id": "item-1", "relatedLot": "lot-1", "description": "A thing", "quantity": 12.5,
    "unit": {"id": "unit-1", "code": "unit-2", "name": "barrel", "scheme": "scheme-1", "uri": "unit:uri", "value": {"amount": 74, "currency": "ETB"}},
    "classification": {"scheme": "CPV", "id": "45262220", "description": "Class of things", "uri": "class:uri"},
    "additionalClassifications": [{"scheme": "UNSPSC", "id": "more-3", "description": "More class", "uri": "more:uri"}]},
   {"id": "item-2", "relatedLot": "lot-2", "classification": {"description": "Only a class"}, "unit": {"code": "unit-3"}, "quantity": -75},
   {"id": "item-3", "relatedLot": "lot-3", "quantity": "many"}],
  "documents": [{"id": "paper-1", "documentType": "biddingDocuments", "title": "Notice", "description": "Words of a paper", "url": "https://example.org/1",
    "format": "text/leaf", "language": "lg", "datePublished": "2026-11-04T01:01:01Z", "dateModified": "2026-11-05T01:01:01Z"},
   {"id": "paper-2", "format": "text/other"}],
  "milestones": [{"id": "milestone-1", "dueDate": null}], "amendments": []}}`

func TestEveryLeafIsInTheJobOrListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	plan := `{"data": {"planID": "plan-1", "status": "status-1", "datePublished": "2026-11-01T01:02:03Z",
		"budget": {"id": "budget-1", "description": "Paper", "amount": 81, "amountNet": 82, "currency": "KES"}, "procuringEntity": {"name": "School"},
		"tender": {"procurementMethod": "method-1", "procurementMethodType": "type-1", "tenderPeriod": {"startDate": "2026-12-01T01:01:01Z"}},
		"items": [{"id": "item-1", "description": "Sheets", "unit": {"code": "PK", "name": "pack"}}]}, "access": {"token": "token-1"}}`
	tender := `{"data": {"id": "tender-1", "tenderID": "UA-1", "title": "Chairs", "procurementMethodType": "type-1", "status": "status-1",
		"procuringEntity": {"name": "School"}, "value": {"amount": 83, "currency": "KES", "valueAddedTaxIncluded": true},
		"items": [{"id": "item-1", "description": "Chair", "quantity": 2, "deliveryAddress": {"locality": "Nakuru"}}]}}`
	packed := `{"uri": "package:uri", "publisher": {"name": "Publisher"}, "releases": [` + everyLeaf + `]}`
	recorded := `{"uri": "package:uri", "records": [{"ocid": "ocds-leaf-1", "releases": [{"url": "release:url"}], "compiledRelease": ` + everyLeaf + `}]}`
	for name, file := range map[string]string{"release": everyLeaf, "package": packed, "record": recorded, "plan": plan, "tender": tender} {
		for _, activity := range []string{"tender", "prequalification"} { // which has no items
			in := sourcingsvc.Import{Data: []byte(file), Activity: sourcing.Activity(activity), Code: name + activity}
			made, err := w.svc.ImportJob(t.Context(), w.buyer, w.buyer.Org, in)
			w.must(err)
			w.accounted(name+" as "+activity, in.Data, made)
		}
	}
}
