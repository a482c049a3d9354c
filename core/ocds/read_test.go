package ocds_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/ocds"
)

// sound checks that no leaf is lost.
func sound(t *testing.T, r ocds.Result) {
	t.Helper()
	if r.Leaves != r.Mapped+len(r.Unmapped) {
		t.Errorf("%d leaves, %d mapped, %d unmapped", r.Leaves, r.Mapped, len(r.Unmapped))
	}
	seen := map[string]bool{}
	for _, u := range r.Unmapped {
		if u.Reason == "" || seen[u.Pointer] {
			t.Error("unmapped", u)
		}
		seen[u.Pointer] = true
	}
}

const tender = `{
 "id": 7, "title": "Boreholes", "title_fr": "Forages", "description": "Ten boreholes", "status": "planned",
 "procurementMethod": "open", "procurementMethodDetails": "National", "mainProcurementCategory": "works",
 "value": {"amount": 1.25e6, "currency": "KES"}, "eligibilityCriteria": "Registered",
 "enquiryPeriod": {"endDate": "2026-12-01T09:00:00Z"},
 "tenderPeriod": {"startDate": "2026-11-01T00:00:00+03:00", "endDate": "2026-12-15T12:00:00+03:00", "durationInDays": 44},
 "awardPeriod": {"endDate": "2027-01-15"},
 "procuringEntity": {"name": "Ministry"},
 "lots": [{"id": "L1", "title": "North", "value": {"amount": 500000.50, "currency": "KES"}}],
 "items": [{"id": "1", "relatedLot": "L1", "description": "Borehole", "quantity": 10,
   "unit": {"scheme": "UNCEFACT", "id": "EA", "name": "each", "value": {"amount": 0.125, "currency": "KES"}},
   "classification": {"scheme": "CPV", "id": "45262220", "description": "Water-well drilling"},
   "additionalClassifications": [{"scheme": "UNSPSC", "id": "1", "uri": "x:1"}]}],
 "documents": [{"id": "d", "documentType": "biddingDocuments", "title": "Notice", "url": "x:2", "format": "text/html", "datePublished": "2026-11-01T00:00:00Z", "language": "en"}]
}`

func TestReleaseInEveryWrapping(t *testing.T) {
	release := `{"ocid": "ocds-1", "id": "r1", "date": "2026-11-01T00:00:00Z", "tag": ["tender"], "language": "en", "buyer": {"id": "B", "name": "County"}, "tender": ` + tender + `}`
	older := `{"ocid": "ocds-1", "id": "r0", "date": "2026-10-01T00:00:00Z", "tag": ["planning"], "tender": {"title": "Old"}}`
	for shape, doc := range map[string]string{
		ocds.ShapeRelease:        release,
		ocds.ShapeReleasePackage: `{"uri": "x:3", "releases": [` + release + `, ` + older + `]}`,
		ocds.ShapeRecordPackage:  `{"uri": "x:3", "records": [{"ocid": "ocds-1", "releases": [` + older + `], "compiledRelease": ` + release + `}]}`,
	} {
		t.Run(shape, func(t *testing.T) {
			r := ocds.Read([]byte(doc))
			sound(t, r)
			if r.Shape != shape || len(r.Plans) != 1 {
				t.Fatal(r.Shape, len(r.Plans), r.Problems)
			}
			p := r.Plans[0]
			got := fmt.Sprint(p.OCID, p.ID, p.Title, p.Buyer, p.BuyerID, p.Status, p.Method, p.Category, p.Value.Amount, p.Value.Currency, p.Tender.End.UTC().Format(time.DateTime), p.Lots[0].Value.Amount)
			if want := "ocds-17BoreholesCountyBplannedopenworks1250000KES2026-12-15 09:00:00500000.5"; got != want {
				t.Errorf("\n%s\n%s", got, want)
			}
			i := p.Items[0]
			if i.Lot != "L1" || i.Quantity != "10" || i.UnitCode != "EA" || i.UnitValue.Amount != "0.125" || i.Classification.ID != "45262220" || i.Additional[0].URI != "x:1" || p.Documents[0].Type != "biddingDocuments" {
				t.Errorf("%+v", i)
			}
			reasons := map[string]string{}
			for _, u := range r.Unmapped {
				reasons[strings.TrimPrefix(u.Pointer, p.Pointer)] = u.Reason
			}
			for pointer, reason := range map[string]string{"/tender/title_fr": ocds.ReasonTranslated, "/tender/eligibilityCriteria": ocds.ReasonNotUsed,
				"/tender/tenderPeriod/durationInDays": ocds.ReasonNotUsed, "/tender/procuringEntity/name": ocds.ReasonParty} {
				if reasons[pointer] != reason {
					t.Errorf("%s: %q", pointer, reasons[pointer])
				}
			}
			if shape == ocds.ShapeReleasePackage && (reasons["/uri"] != ocds.ReasonPackage || reasons["/releases/1/tender/title"] != ocds.ReasonHistory) {
				t.Error(reasons)
			}
			if len(r.Problems) != 1 || r.Problems[0].Code != ocds.BadDate || !strings.HasSuffix(r.Problems[0].Pointer, "/tender/awardPeriod/endDate") {
				t.Error(r.Problems) // a day without a time is read and said
			}
		})
	}
}

func TestLaterReleasesRepeatOnlyWhatChanged(t *testing.T) {
	r := ocds.Read([]byte(`{"releases": [
		{"ocid": "o", "date": "2026-03-01T00:00:00Z", "tender": {"id": "1", "status": "complete"}},
		{"ocid": "o", "date": "2026-01-01T00:00:00Z", "buyer": {"name": "County"}, "tender": {"id": "1", "status": "active", "title": "Roads", "items": [{"id": "1"}]}},
		{"ocid": "other", "date": "2026-01-01T00:00:00Z", "tender": {"title": "Bridges"}},
		{"ocid": "o", "date": "2026-04-01T00:00:00Z", "awards": [{"id": "a"}]}]}`))
	sound(t, r)
	if len(r.Plans) != 2 || r.Plans[1].Title != "Bridges" {
		t.Fatalf("%+v", r.Plans)
	}
	if p := r.Plans[0]; p.Title != "Roads" || p.Status != "complete" || p.Buyer != "County" || len(p.Items) != 1 {
		t.Errorf("%+v", p)
	}
	for _, u := range r.Unmapped {
		if u.Pointer == "/releases/1/tender/status" && u.Reason != ocds.ReasonHistory {
			t.Error(u)
		}
	}
}

func TestProzorroShapes(t *testing.T) {
	body := strings.Replace(tender, `"id": 7`, `"id": "a1", "procurementMethodType": "belowThreshold"`, 1)
	for prefix, doc := range map[string]string{"": body, "/data": `{"data": ` + body + `, "access": {"token": "t"}}`} {
		r := ocds.Read([]byte(doc))
		sound(t, r)
		if r.Shape != ocds.ShapeProzorro || len(r.Plans) != 1 || r.Plans[0].Pointer != prefix || r.Plans[0].Buyer != "Ministry" || r.Plans[0].MethodDetails != "belowThreshold" {
			t.Errorf("%+v", r)
		}
	}
	r := ocds.Read([]byte(`{"planID": "P-1", "budget": {"amount": 10, "currency": "UAH", "description": "Paper"}, "procuringEntity": {"name": "School"}, "tender": {"procurementMethod": "open"}, "items": [{"description": "A4", "unit": {"code": "PK", "name": "pack"}}]}`))
	sound(t, r)
	if r.Shape != ocds.ShapeProzorroPlan || r.Plans[0].Title != "Paper" || r.Plans[0].Value.Amount != "10" || r.Plans[0].Items[0].UnitCode != "PK" {
		t.Errorf("%+v", r)
	}
}

func TestBrokenFiles(t *testing.T) {
	for name, c := range map[string]struct {
		doc, pointer, code string
		fatal              bool
		params             string
	}{
		"empty":      {"", "", ocds.Syntax, true, "map[column:1 line:1 offset:0]"},
		"cut":        {"{\n \"tender\": {\n", "", ocds.Syntax, true, "map[column:1 line:3 offset:15]"},
		"comma":      {"{\"a\": 1,\n  }", "", ocds.Syntax, true, "map[column:3 line:2 offset:11]"},
		"two":        {"{} {}", "", ocds.Syntax, true, "map[column:4 line:1 offset:3]"},
		"bytes":      {"{\"a\": \"\xff\"}", "", ocds.NotText, true, "map[column:8 line:1 offset:7]"},
		"deep":       {strings.Repeat("[", 65) + strings.Repeat("]", 65), "", ocds.TooDeep, true, "map[max:64]"},
		"no tender":  {`{"releases": [{"ocid": "o"}]}`, "", ocds.NoTender, true, "map[]"},
		"list":       {`[1, 2]`, "", ocds.NoTender, true, "map[]"},
		"text":       {`"hello"`, "", ocds.NoTender, true, "map[]"},
		"type":       {`{"tender": {"title": 5}}`, "/tender/title", ocds.WrongType, false, "map[expected:string found:number]"},
		"items":      {`{"tender": {"items": {"a": "b"}}}`, "/tender/items", ocds.WrongType, false, "map[expected:array found:object]"},
		"item":       {`{"tender": {"items": ["a"]}}`, "/tender/items/0", ocds.WrongType, false, "map[expected:object found:string]"},
		"far date":   {`{"tender": {"tenderPeriod": {"endDate": "9999-12-31T23:59:59-14:00"}}}`, "/tender/tenderPeriod/endDate", ocds.BadDate, false, "map[]"},
		"nul":        {`{"tender": {"title": "a\u0000b"}}`, "/tender/title", ocds.NotKept, true, "map[]"},
		"nul name":   {`{"tender": {"a\u0000b": 1}}`, "/tender/a\uFFFDb", ocds.NotKept, true, "map[]"},
		"date":       {`{"tender": {"tenderPeriod": {"endDate": "soon"}}}`, "/tender/tenderPeriod/endDate", ocds.BadDate, false, "map[]"},
		"exponent":   {`{"tender": {"value": {"amount": 1e999999999}}}`, "/tender/value/amount", ocds.BadNumber, false, "map[]"},
		"twice":      {`{"tender": {"title": "a", "title": "b"}}`, "/tender/title", ocds.DuplicateKey, false, "map[name:title]"},
		"escaped":    {`{"tender": {}, "a/b~c": 1, "a/b~c": 2}`, "/a~1b~0c", ocds.DuplicateKey, false, "map[name:a/b~c]"},
		"wrong home": {`{"tender": [1]}`, "", ocds.NoTender, true, "map[]"},
	} {
		r := ocds.Read([]byte(c.doc))
		if len(r.Problems) == 0 {
			t.Error(name, "no problem")
			continue
		}
		p := r.Problems[0]
		if p.Pointer != c.pointer || p.Code != c.code || p.Fatal != c.fatal || fmt.Sprint(p.Params) != c.params {
			t.Errorf("%s: %+v", name, p)
		}
		if c.fatal != (len(r.Plans) == 0) {
			t.Error(name, "plans", len(r.Plans))
		}
		if name != "twice" && name != "escaped" {
			sound(t, r)
		}
	}
	if r := ocds.Read(make([]byte, ocds.MaxBytes+1)); r.Problems[0].Code != ocds.TooLarge {
		t.Error(r.Problems)
	}
	if r := ocds.Read([]byte(`{"tender":[` + strings.Repeat("0,", ocds.MaxNodes) + `0]}`)); r.Problems[0].Code != ocds.TooMany {
		t.Error(r.Problems)
	}
	if r := ocds.Read([]byte("\xef\xbb\xbf{\"tender\": {\"title\": \"with a mark\"}}")); len(r.Problems) != 0 || len(r.Plans) != 1 {
		t.Error(r.Problems)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"releases": [{"ocid": "o", "tender": ` + tender + `}]}`))
	f.Add([]byte(`{"data": ` + tender + `}`))
	f.Add([]byte(`{"records": [{"compiledRelease": null}], "a": [[], {}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := ocds.Read(data)
		if r.Leaves != r.Mapped+len(r.Unmapped) {
			t.Fatal("a leaf is lost")
		}
		if len(r.Plans) == 0 && len(r.Problems) == 0 {
			t.Fatal("neither a plan nor a reason")
		}
	})
}
