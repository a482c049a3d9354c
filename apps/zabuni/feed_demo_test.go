//go:build demo

package main

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/serve"
	"zabuni.org/core/ocds"
	"zabuni.org/core/publication"
)

// feedWhole reads the feed of the demonstration page by page: every page is valid, all releases of a tender come to its record, every
// word of the standard that its year has is there, and nothing that is sealed, estimated or bid by losers is.
func feedWhole(t *testing.T, h *serve.House) {
	t.Helper()
	ctx, s := t.Context(), h.App.Publication
	tags := map[string]int{}
	var jobs []uuid.UUID
	last := map[uuid.UUID]map[string]any{}
	var text strings.Builder
	for after := int64(0); ; {
		page, err := s.Feed(ctx, "192.0.2.1", after)
		if errors.Is(err, publication.NoMore) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		valid(t, page)
		text.Write(page)
		var read struct{ Releases []map[string]any }
		if err := json.Unmarshal(page, &read); err != nil {
			t.Fatal(err)
		}
		for _, r := range read.Releases {
			id := uuid.MustParse(strings.TrimPrefix(r["ocid"].(string), "ocds-zabuni-"))
			if last[id] == nil {
				jobs = append(jobs, id)
			}
			last[id] = r
			for _, tag := range r["tag"].([]any) {
				tags[tag.(string)]++
			}
		}
		after += int64(len(read.Releases))
	}
	for _, want := range ocds.Tag("").Values() {
		if tags[want] == 0 {
			t.Errorf("no release is a %s: %v", want, tags)
		}
	}
	related := 0
	for _, r := range last {
		of, _ := r["relatedProcesses"].([]any)
		for _, p := range of {
			related++
			if id := uuid.MustParse(strings.TrimPrefix(p.(map[string]any)["identifier"].(string), "ocds-zabuni-")); last[id] == nil {
				t.Errorf("%v is related to what is not public", r["ocid"])
			}
		}
	}
	if related == 0 {
		t.Error("no tender came of what was planned")
	}
	for _, id := range jobs {
		data, err := s.Record(ctx, "192.0.2.1", id)
		if err != nil {
			t.Fatal(err)
		}
		valid(t, data)
		var record struct {
			Records []struct {
				Compiled map[string]any `json:"compiledRelease"`
			}
		}
		if err := json.Unmarshal(data, &record); err != nil {
			t.Fatal(err)
		}
		got, want := record.Records[0].Compiled, said(last[id]).(map[string]any)
		for _, m := range []map[string]any{got, want} {
			delete(m, "id")
			delete(m, "tag")
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s comes to\n%v\nand says\n%v", id, got, want)
		}
	}
	quiet := 0
	if err := h.DB.App.QueryRow(ctx, "SELECT count(*) FROM procurement_plan p WHERE p.private AND p.status = 'approved'").Scan(&quiet); err != nil || quiet == 0 {
		t.Errorf("%d plans are approved and kept out (%v)", quiet, err)
	}
	hidden, err := h.DB.App.Query(ctx, `SELECT DISTINCT s.name FROM submission n JOIN company s ON s.id = n.supplier_id WHERE NOT EXISTS (SELECT FROM award_line l WHERE l.supplier_id = s.id)
		UNION SELECT i.title FROM procurement_item i JOIN procurement_plan p ON p.id = i.plan_id WHERE p.private OR p.status <> 'approved'
		UNION SELECT trim_scale(i.estimate)::text FROM procurement_item i UNION SELECT i.budget_line FROM procurement_item i WHERE i.budget_line <> ''
		UNION SELECT c.estimate::text FROM category c WHERE c.estimate > 0 AND NOT EXISTS (SELECT FROM award_line l WHERE l.amount = c.estimate)
		UNION SELECT q.asked FROM clarification q WHERE q.asked <> q.question UNION SELECT o.price::text FROM opened_bid o
		      WHERE o.price IS NOT NULL AND NOT EXISTS (SELECT FROM award_line l WHERE l.submission_id = o.submission_id OR l.amount = o.price)`)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; hidden.Next(); n++ {
		var word string
		if err := hidden.Scan(&word); err != nil {
			t.Fatal(err)
		}
		quoted, _ := json.Marshal(word)
		if strings.Contains(text.String(), word) || strings.Contains(text.String(), string(quoted)) {
			t.Errorf("%s is public", word)
		}
	}
	if err := hidden.Err(); err != nil || n < 10 {
		t.Errorf("only %d words were looked for (%v)", n, err)
	}
}

// said is a value without what is null.
func said(v any) any {
	switch x := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, m := range x {
			if m != nil {
				out[name] = said(m)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, m := range x {
			out = append(out, said(m))
		}
		return out
	}
	return v
}
