package ocds_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/ocds"
)

// sound checks that every leaf of a file is told once, by the place where another
// reader finds it.
func sound(t *testing.T, data []byte, r ocds.Result) {
	t.Helper()
	want := map[string]bool{}
	var walk func(v any, at string)
	walk = func(v any, at string) {
		switch v := v.(type) {
		case map[string]any:
			for name, m := range v {
				walk(m, at+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
			}
			want[at] = len(v) == 0
		case []any:
			for i, m := range v {
				walk(m, at+"/"+strconv.Itoa(i))
			}
			want[at] = len(v) == 0
		default:
			want[at] = true
		}
	}
	var root any
	if json.Unmarshal(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), &root) != nil || len(r.Leaves) == 0 {
		return // refused as a whole, which says why
	}
	walk(root, "")
	for _, l := range r.Leaves {
		if !want[l.Pointer] {
			t.Error(l, "is no leaf of the file, or told twice")
		}
		want[l.Pointer] = false
	}
	for at, missing := range want {
		if missing {
			t.Error(at, "is not told")
		}
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

// left are the leaves of no plan below a place, and why.
func left(r ocds.Result, below string) map[string]string {
	out := map[string]string{}
	for _, l := range r.Leaves {
		if l.Reason != "" {
			out[strings.TrimPrefix(l.Pointer, below)] = l.Reason
		}
	}
	return out
}

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
			sound(t, []byte(doc), r)
			if r.Shape != shape || len(r.Plans) != 1 {
				t.Fatal(r.Shape, len(r.Plans), r.Problems)
			}
			p := r.Plans[0]
			got := fmt.Sprint(p.OCID.Text, p.ID.Text, p.Title.Text, p.Value.Amount.Text, p.Value.Currency.Text,
				p.Tender.End.UTC().Format(time.DateTime), p.Lots[0].Value.Amount.Text)
			if want := "ocds-17Boreholes1250000KES2026-12-15 09:00:00500000.5"; got != want {
				t.Errorf("\n%s\n%s", got, want)
			}
			i := p.Items[0]
			if i.Lot.Text != "L1" || i.Quantity.Text != "10" || i.UnitCode.Text != "EA" || i.Classification.ID.Text != "45262220" || p.Documents[0].Type.Text != "biddingDocuments" {
				t.Errorf("%+v", i)
			}
			reasons := left(r, strings.TrimSuffix(p.At, "/tender"))
			for pointer, reason := range map[string]string{
				"/tender/title_fr":                    ocds.ReasonTranslated,
				"/tender/eligibilityCriteria":         ocds.ReasonNotUsed,
				"/tender/tenderPeriod/durationInDays": ocds.ReasonNotUsed,
				"/tender/procuringEntity/name":        ocds.ReasonParty,
				"/buyer/id":                           ocds.ReasonParty,
				"/tender/documents/0/format":          ocds.ReasonNotUsed,
				"/tender/title":                       "",
			} {
				if reasons[pointer] != reason {
					t.Errorf("%s: %q", pointer, reasons[pointer])
				}
			}
			if shape == ocds.ShapeReleasePackage && (reasons["/uri"] != ocds.ReasonPackage || reasons["/releases/1/tender/title"] != ocds.ReasonHistory) {
				t.Error(reasons)
			}
			if len(r.Problems) != 0 {
				t.Error(r.Problems)
			}
		})
	}
}

// A day without a time is read as UTC, and said.
func TestADayIsReadAndSaid(t *testing.T) {
	r := ocds.Read([]byte(`{"tender": {"tenderPeriod": {"endDate": "2027-01-15"}}}`))
	if len(r.Problems) != 1 || r.Problems[0].Code != ocds.BadDate || r.Problems[0].Pointer != "/tender/tenderPeriod/endDate" {
		t.Error(r.Problems)
	}
	if end := r.Plans[0].Tender.End; end == nil || end.Format(time.RFC3339) != "2027-01-15T00:00:00Z" {
		t.Error(end)
	}
}

func TestProzorroShapes(t *testing.T) {
	body := strings.Replace(tender, `"id": 7`, `"id": "a1", "procurementMethodType": "belowThreshold"`, 1)
	for prefix, doc := range map[string]string{"": body, "/data": `{"data": ` + body + `, "access": {"token": "t"}}`} {
		r := ocds.Read([]byte(doc))
		sound(t, []byte(doc), r)
		if r.Shape != ocds.ShapeProzorro || len(r.Plans) != 1 || r.Plans[0].At != prefix || r.Plans[0].Title != (ocds.Text{Text: "Boreholes", At: prefix + "/title"}) {
			t.Errorf("%+v", r)
		}
	}
	doc := `{"planID": "P-1", "budget": {"amount": 10, "currency": "UAH", "description": "Paper"}, "procuringEntity": {"name": "School"}, "tender": {"procurementMethod": "open"}, "items": [{"description": "A4", "unit": {"code": "PK", "name": "pack"}}]}`
	r := ocds.Read([]byte(doc))
	sound(t, []byte(doc), r)
	p := r.Plans[0]
	if r.Shape != ocds.ShapeProzorroPlan || p.Title.Text != "Paper" || p.Value.Amount != (ocds.Text{Text: "10", At: "/budget/amount"}) || p.Items[0].UnitCode.Text != "PK" {
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
		"long place": {`{"tender": {"` + strings.Repeat("n", ocds.MaxPlace) + `": [1]}}`, "", ocds.LongNames, true, "map[max:1000]"},
		"long names": {`{"` + strings.Repeat("n", 900) + `": [` + strings.Repeat("0,", 80_000) + `0]}`, "", ocds.LongNames, true, "map[max:1000]"},
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
			sound(t, []byte(c.doc), r)
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
	f.Add([]byte(`{"releases": [{"ocid": "o", "tender": {"items": [{"id": 1}, {"id": 1}]}}, {"ocid": "o", "tender": {"items": [{"id": 1, "quantity": 2}, {}], "title": null}}]}`))
	f.Add([]byte(`{"data": ` + tender + `}`))
	f.Add([]byte(`{"records": [{"compiledRelease": null}], "a": [[], {}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := ocds.Read(data)
		if !slices.ContainsFunc(r.Problems, func(p ocds.Problem) bool { return p.Code == ocds.DuplicateKey }) {
			sound(t, data, r)
		}
		if len(r.Plans) == 0 && len(r.Problems) == 0 {
			t.Fatal("neither a plan nor a reason")
		}
	})
}
