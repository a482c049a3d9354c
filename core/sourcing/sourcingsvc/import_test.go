package sourcingsvc_test

import (
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/ocds"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

const published = `{"ocid": "ocds-ke-1", "id": "r1", "date": "2026-11-01T00:00:00Z", "tag": ["tender"], "buyer": {"id": "B", "name": "County"}, "tender": {
 "id": "NAK/7/2026", "title": "Boreholes", "description": "Ten boreholes", "status": "planned", "procurementMethod": "open",
 "value": {"amount": 1250000, "currency": "KES"}, "eligibilityCriteria": "Registered",
 "tenderPeriod": {"startDate": "2026-11-24T00:00:00+03:00", "endDate": "2026-12-15T12:00:00+03:00"},
 "lots": [{"id": "L1", "title": "North", "value": {"amount": 500000.50, "currency": "KES"}}, {"id": "L2", "title": "South", "value": {"amount": 9, "currency": "XXX"}}],
 "items": [{"id": "1", "relatedLot": "L2", "description": "Borehole", "quantity": 10, "unit": {"name": "each", "value": {"amount": 1, "currency": "KES"}},
   "classification": {"scheme": "CPV", "id": "45262220"}}, {"id": "2", "relatedLot": "L1", "description": "Pipe"}, {"id": "3", "description": "Fence", "quantity": 1}],
 "documents": [{"id": "d", "documentType": "biddingDocuments", "title": "Notice", "url": "https://example.org/n.pdf"}]}}`

func TestImportDraftsAJob(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	made, err := w.svc.ImportJob(ctx, a, owner, sourcingsvc.Import{FileName: "plan.json", Data: []byte(published)})
	w.must(err)
	if made.Plans != 1 || made.Categories != 2 || made.Items != 3 || made.Documents != 1 {
		t.Fatalf("%+v", made)
	}
	j, err := w.svc.Job(ctx, a, owner, made.Job)
	w.must(err)
	if j.Title != "Boreholes" || j.Code != "NAK/7/2026" || j.Activity != sourcing.Tender || j.Status != sourcing.JobDraft || j.Import == nil ||
		j.Import.OCID != "ocds-ke-1" || j.Import.Format != ocds.ShapeRelease || j.Documents[0].URL != "https://example.org/n.pdf" {
		t.Fatalf("%+v", j)
	}
	north, south := j.Categories[0], j.Categories[1]
	if north.Name != "North" || north.Estimate.String() != "500000.5000" || north.ClosesAt.Format("2006-01-02T15:04Z07:00") != "2026-12-15T09:00Z" {
		t.Errorf("%+v", north)
	}
	if south.Currency != "KES" || south.Estimate != nil { // the file's currency is none of ours
		t.Errorf("%+v", south)
	}
	d, err := w.svc.Category(ctx, a, owner, north.ID)
	w.must(err)
	if len(d.Items) != 2 || d.Items[0].Description != "Pipe" || !slices.ContainsFunc(d.Findings, func(f sourcing.Finding) bool { return f.Blocking }) {
		t.Errorf("%+v", d.Items)
	}
	seen, err := w.svc.Preview(ctx, a, owner, north.ID)
	w.must(err)
	if len(seen.Documents) != 1 || seen.Documents[0] != j.Documents[0] {
		t.Errorf("bidders see the documents %+v", seen.Documents)
	}
	reasons := map[string]string{}
	for _, u := range j.Import.Unmapped {
		reasons[u.Pointer] = u.Reason
	}
	for pointer, reason := range map[string]string{"/tender/eligibilityCriteria": ocds.ReasonNotUsed, "/tender/lots/1/value/currency": "currency",
		"/tender/lots/1/value/amount": "currency", "/tender/items/0/unit/value/amount": ocds.ReasonNotUsed, "/tender/procurementMethod": ocds.ReasonNotUsed,
		"/tender/value/amount": "not_kept", "/tender/documents/0/id": "not_kept", "/tender/items/2": "no_lot"} {
		if reasons[pointer] != reason {
			t.Errorf("%s: %q", pointer, reasons[pointer])
		}
	}
	if len(reasons) != len(made.Unmapped) {
		t.Error("what was answered is not what was kept")
	}
	_, err = w.svc.ImportJob(ctx, a, owner, sourcingsvc.Import{FileName: "plan.json", Data: []byte(published)})
	w.field(err, "/code", fault.Taken)
	again, err := w.svc.ImportJob(ctx, a, owner, sourcingsvc.Import{FileName: "plan.json", Data: []byte(published), Code: "second", Activity: sourcing.Prequalification})
	w.must(err)
	if again.Items != 0 { // a prequalification prices nothing
		t.Errorf("%+v", again)
	}
}

func TestImportWithoutTimesOrLots(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := `{"data": {"id": "x", "title": "` + strings.Repeat("é", 250) + `", "procuringEntity": {"name": "M"}, "items": [{"description": "Chair", "quantity": 2.5}]}}`
	made, err := w.svc.ImportJob(t.Context(), w.qed, w.buyer.Org, sourcingsvc.Import{FileName: "p.json", Data: []byte(file)})
	w.must(err)
	j, err := w.svc.Job(t.Context(), w.buyer, w.buyer.Org, made.Job)
	w.must(err)
	c := j.Categories[0]
	if len(j.Categories) != 1 || !c.OpensAt.Equal(noon) || !c.ClosesAt.Equal(noon.AddDate(0, 0, 14)) || c.Currency != "KES" || len([]rune(j.Title)) != 200 {
		t.Errorf("%+v", j)
	}
	for _, pointer := range []string{"/data", "/data/title"} {
		found := false
		for _, u := range made.Unmapped {
			found = found || u.Pointer == pointer
		}
		if !found {
			t.Error(pointer, "is not told")
		}
	}
}

func TestImportRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	for file, code := range map[string]string{`{"tender": `: ocds.Syntax, `{"a": 1}`: ocds.NoTender, "\xff": ocds.NotText} {
		_, err := w.svc.ImportJob(ctx, a, owner, sourcingsvc.Import{Data: []byte(file)})
		w.is(err, sourcing.ImportInvalid)
		w.field(err, "", code)
	}
	_, err := w.svc.ImportJob(ctx, a, owner, sourcingsvc.Import{Data: []byte(published), Plan: 1})
	w.field(err, "/plan", fault.OutOfRange)
	_, err = w.svc.ImportJob(ctx, a, owner, sourcingsvc.Import{Data: []byte(published), Activity: "war"})
	w.field(err, "/activity", fault.NotAllowed)
	_, err = w.svc.ImportJob(ctx, w.rival, owner, sourcingsvc.Import{Data: []byte(published)})
	w.is(err, fault.Forbidden)
	if n := w.text(`SELECT count(*)::text FROM job`); n != "0" {
		t.Error(n, "jobs")
	}
}

// Of a file with several processes one is drafted, and only its own leaves are told.
func TestImportPicksOneProcess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := `{"releases": [{"ocid": "a", "tender": {"id": "1", "title": "Roads", "minValue": {"amount": 1}}}, {"ocid": "b", "tender": {"id": "2", "title": "Bridges", "hasEnquiries": true}}]}`
	made, err := w.svc.ImportJob(t.Context(), w.buyer, w.buyer.Org, sourcingsvc.Import{Data: []byte(file), Plan: 1})
	w.must(err)
	if got := w.text(`SELECT title FROM job WHERE id = $1`, made.Job); got != "Bridges" || made.Plans != 2 {
		t.Error(got, made)
	}
	for _, u := range made.Unmapped {
		if strings.HasPrefix(u.Pointer, "/releases/0") {
			t.Error(u, "belongs to the other process")
		}
	}
}
