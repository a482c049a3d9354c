package main

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/report"
	"zabuni.org/core/sourcing"
)

// A buyer says which share of its year is kept for a group, and awards to a member of it and to another: what it reads of the year,
// before and after, is as it was.
func TestWhatIsReservedIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.RFQ)
	h := newHistory(t, p, "quota")
	w := h.world
	stage := func(title string) {
		t.Helper()
		h.nowOn()
		h.chapter = append(h.chapter, chapter{title: title, looks: []string{h.read("officer", "/reserved-shares/2026")}})
	}
	stage("nothing was said")
	women := uuid.MustParse("01900000-0000-7000-8000-000000001002")
	do := func(sql string, args ...any) {
		t.Helper()
		_, err := pgtest.Do(h.ctx, h.db, sql, args...)
		h.must(err)
	}
	proof := uuid.New()
	do(`INSERT INTO document (id, company_id, name, kind, media_type, size, sha256, store_key, created_by, created_at)
		VALUES ($1, $2, 'proof.pdf', 'group_proof', 'application/pdf', 1, $3, 'proof', $2, zabuni.clock())`, proof, w.Bidders[0].Org, make([]byte, 32))
	do(`INSERT INTO company_special_group (id, company_id, special_group_id, proof_id, status, share, created_at, decided_at)
		VALUES (gen_random_uuid(), $1, $2, $3, 'validated', 100, zabuni.clock(), zabuni.clock())`, w.Bidders[0].Org, women, proof)
	h.must(h.Reports.SetQuotas(h.ctx, w.Officer, w.Officer.Org, report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{
		{Share: money.New(30, 0)}, {Group: &women, Share: money.New(525, -1)},
	}}, 0))
	stage("a share is kept")
	for i, price := range []string{"100", "90"} {
		c := w.Publish(p, tale.Terms{
			Job: sourcing.JobForm{Code: "Q" + price, Title: "Pumps"}, Name: "Pumps", Currency: "KES",
			Opens: h.now, Closes: h.now.Add(48 * time.Hour), Financial: 100,
			Items: []sourcing.Item{{Number: "1", Description: "Pump", Unit: "each", Quantity: *tale.Points(4)}},
		})
		c.Offer(w.Bidders[i], map[string]string{"1": price})
		c.Rank()
		c.Award()
		h.nowOn()
	}
	stage("two awards")
	compareKept(t, filepath.Join("testdata", "ends", "quota.gz"), h.told())
}
