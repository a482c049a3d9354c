package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/report"
	"zabuni.org/core/sourcing"
)

var groupOfWomen, groupOfYouth = uuid.MustParse("01900000-0000-7000-8000-000000001002"), uuid.MustParse("01900000-0000-7000-8000-000000001001")

// joins makes a company a member of a group, from a moment on until a day.
func joins(w *story.World, company, group uuid.UUID, status string, decided time.Time, until *time.Time) {
	w.Helper()
	proof := uuid.New()
	_, err := pgtest.Do(w.Context(), w.DB, `INSERT INTO document (id, company_id, name, kind, media_type, size, sha256, store_key, created_by, created_at)
		VALUES ($1, $2, 'proof.pdf', 'group_proof', 'application/pdf', 1, $3, 'proof', $2, $4)`, proof, company, make([]byte, 32), decided)
	w.Must(err)
	_, err = pgtest.Do(w.Context(), w.DB, `INSERT INTO company_special_group (id, company_id, special_group_id, proof_id, status, share, expires_on, created_at, decided_at)
		VALUES (gen_random_uuid(), $1, $2, $3, $4, 100, $5, $6, $6)`, company, group, proof, status, until, decided)
	w.Must(err)
}

func (q quotaWorld) figures(a access.Actor, year int) string {
	q.Helper()
	found, err := q.Reports.QuotaYear(q.Context(), a, q.Officer.Org, year)
	q.Must(err)
	var out []string
	for _, f := range found.Figures {
		if f.Quarter > 0 {
			continue
		}
		text := fmt.Sprintf("%s %s", f.Currency, f.Awarded.Short())
		for _, g := range f.Groups {
			text += fmt.Sprintf("; %s %s %s%% %s", found.NameOf(g.Group), g.Awarded.Short(), g.Share.Short(), g.State)
		}
		out = append(out, text)
	}
	return strings.Join(out, "\n")
}

type quotaWorld struct{ *story.World }

// What counts for a group is what its members won while they were members: on the day of the award, not before they were validated,
// not after their membership ended; what somebody sells and what was called off is no spend.
func TestReservedSharesCountWhatMembersWon(t *testing.T) {
	t.Parallel()
	w := quotaWorld{story.New(t, 3)}
	ctx, owner := t.Context(), w.Officer.Org
	share := func(group *uuid.UUID, s string) report.Quota {
		d, err := money.ParseDecimal(s)
		w.Must(err)
		return report.Quota{Group: group, Share: d}
	}
	year := story.Noon.Year()
	if got := w.figures(w.Officer, year); got != "" {
		t.Errorf("nothing was awarded: %s", got)
	}
	day := func(n int) *time.Time { at := story.Noon.AddDate(0, 0, n); return &at }
	joins(w.World, w.Bidders[0].Org, groupOfWomen, "replaced", *day(-30), day(30))
	joins(w.World, w.Bidders[0].Org, groupOfWomen, "validated", *day(-10), day(300))
	joins(w.World, w.Bidders[0].Org, groupOfYouth, "rejected", *day(-10), nil)
	joins(w.World, w.Bidders[1].Org, groupOfYouth, "validated", *day(-10), day(1)) // which is over by the award

	sold := w.Publish(policyOf(sourcing.AssetDisposal), story.Terms{Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}}})
	sold.Bid(w.Bidders[0], nil, map[string]string{"1": "7000"})
	sold.Submit(w.Bidders[0])
	sold.Rank()
	sold.Award()
	first := bought(w.World, 0, "100", "120") // 4 pumps: 400 to the member
	first.Award()
	bought(w.World, 0, "130", "90").Award() // 360 to who is no member any more
	called := bought(w.World, 0, "50")
	called.Award()
	if _, err := pgtest.Do(ctx, w.DB, "UPDATE category SET status = 'cancelled' WHERE id = $1", called.ID); err != nil {
		t.Fatal(err)
	}
	w.Must(w.Reports.SetQuotas(ctx, w.Officer, owner, report.Quotas{Year: year, FirstMonth: 1, Shares: []report.Quota{share(nil, "52.63"), share(&groupOfWomen, "52.64"), share(&groupOfYouth, "2")}}, 0))
	if got, want := w.figures(w.Officer, year), "KES 760;  400 52.63% met; Women 400 52.63% short; Youth 0 0% short"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := w.figures(w.Officer, year+1); got != "" {
		t.Errorf("another year has %s", got)
	}
	// The year begins after what was awarded: it is of the one before.
	w.Must(w.Reports.SetQuotas(ctx, w.Officer, owner, report.Quotas{Year: year, FirstMonth: 12, Shares: []report.Quota{share(nil, "5")}}, 1))
	if got := w.figures(w.Officer, year); got != "" {
		t.Errorf("what was awarded before the year begins counts: %s", got)
	}
	found, err := w.Reports.QuotaYear(ctx, w.Officer, owner, year)
	w.Must(err)
	if found.Version != 2 || found.FirstMonth != 12 || len(found.Shares) != 1 || found.SetAt == nil || len(found.Years) != 1 {
		t.Errorf("%+v", found)
	}
	if n := w.Count("SELECT count(*) FROM audit_entry WHERE action = 'report.quotas.set' AND object_id = $1", owner); n != 2 {
		t.Errorf("the log has it %d times", n)
	}
}

// Who may, and what two people do at once.
func TestReservedSharesAreSetByWhoManagesJobs(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	ctx, owner := t.Context(), w.Officer.Org
	five := report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{Share: money.New(5, 0)}}}
	reader := w.Officer
	reader.Privileges = []access.Privilege{access.ViewReport}
	w.Is(w.Reports.SetQuotas(ctx, reader, owner, five, 0), fault.Forbidden)
	_, err := w.Reports.QuotaYear(ctx, reader, owner, 2026)
	w.Is(err, fault.Forbidden)
	_, err = w.Reports.QuotaYear(ctx, w.Bidders[0], owner, 2026)
	w.Is(err, fault.Forbidden)
	_, err = w.Reports.ExportQuotas(ctx, reader, owner, 2026, "en")
	w.Is(err, fault.Forbidden)
	w.Must(w.Reports.SetQuotas(ctx, w.Officer, owner, five, 0))
	w.Is(w.Reports.SetQuotas(ctx, w.Second, owner, five, 0), report.QuotasChanged)
	w.Must(w.Reports.SetQuotas(ctx, w.Second, owner, five, 1))
	w.Is(w.Reports.SetQuotas(ctx, w.Officer, owner, five, 1), report.QuotasChanged)
	own := report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{Group: new(uuid.New()), Share: money.New(5, 0)}}}
	w.Is(w.Reports.SetQuotas(ctx, w.Officer, owner, own, 2), fault.Invalid)
	if n := w.Count("SELECT count(*) FROM quota_share WHERE version = 2"); n != 1 {
		t.Errorf("%d shares of the second version", n)
	}
	data, err := w.Reports.ExportQuotas(ctx, w.Officer, owner, 2026, "sw")
	w.Must(err)
	if len(data) == 0 || w.Count("SELECT count(*) FROM audit_entry WHERE action = 'report.quotas.exported'") != 1 {
		t.Errorf("a workbook of %d bytes, and the log does not say who took it", len(data))
	}
}

// At the edges: a member counts from the moment of its validation to the end of its last day where the job is, also by a proof that
// another has replaced; an award counts when all is done as it did before, and for its own buyer alone.
func TestReservedSharesCountOnTheDayOfTheAward(t *testing.T) {
	t.Parallel()
	w := quotaWorld{story.New(t, 2)}
	ctx := t.Context()
	c := bought(w.World, 0, "100", "120")
	c.Award()
	do := func(sql string, args ...any) {
		t.Helper()
		_, err := pgtest.Do(ctx, w.DB, sql, args...)
		w.Must(err)
	}
	do("UPDATE job SET timezone = 'Africa/Nairobi' WHERE id = $1", c.Job)
	var at, day time.Time
	decided := func() {
		t.Helper()
		w.Must(w.DB.QueryRow(ctx, `SELECT a.decided_at, (a.decided_at AT TIME ZONE j.timezone)::date FROM award a JOIN job j ON j.id = a.job_id
			WHERE a.category_id = $1`, c.ID).Scan(&at, &day))
	}
	decided()
	is := func(when string, member bool) {
		t.Helper()
		want := "KES 400;  0 0% none"
		if member {
			want = "KES 400;  400 100% none; Women 400 100% none"
		}
		if got := w.figures(w.Officer, day.Year()); got != want {
			t.Errorf("%s: %s, want %s", when, got, want)
		}
	}
	joins(w.World, w.Bidders[0].Org, groupOfWomen, "replaced", at.Add(time.Second), nil)
	is("validated on the day of the award, after it", false)
	do("UPDATE company_special_group SET decided_at = $1, expires_on = $2", at, day)
	is("from the moment of the award, and on its last day", true)
	do("UPDATE company_special_group SET expires_on = $1", day.AddDate(0, 0, -1))
	is("its last day was the one before", false)
	do("UPDATE company_special_group SET expires_on = $1", day)
	do("UPDATE category SET status = 'complete', reserved_for = $2 WHERE id = $1", c.ID, groupOfWomen)
	is("all is done", true)
	found, err := w.Reports.QuotaYear(ctx, w.Officer, w.Officer.Org, day.Year())
	w.Must(err)
	for _, g := range found.Figures[0].Groups {
		if g.Reserved.Short() != "400" {
			t.Errorf("%q had %s that was open to it alone", found.NameOf(g.Group), g.Reserved.Short())
		}
	}

	w.Must(w.Reports.SetQuotas(ctx, w.Officer, w.Officer.Org, report.Quotas{Year: day.Year(), FirstMonth: 1}, 0))
	other := w.Person("buyer", access.Buyer, uuid.Nil)
	found, err = w.Reports.QuotaYear(ctx, other, other.Org, day.Year())
	w.Must(err)
	if len(found.Figures) != 0 || len(found.Years) != 0 || found.Version != 0 {
		t.Errorf("another buyer reads %+v", found)
	}

	// The day is that of where the job is: there it is a day later, or one earlier, by the hour at which this runs.
	zone, last, member := "Pacific/Kiritimati", day, false
	if at.UTC().Hour() < 10 {
		zone, last, member = "Pacific/Pago_Pago", day.AddDate(0, 0, -1), true
	}
	here := day
	do("UPDATE job SET timezone = $2 WHERE id = $1", c.Job, zone)
	do("UPDATE company_special_group SET expires_on = $1", last)
	if decided(); day.Equal(here) {
		t.Fatalf("decided at %s, which is no other day in %s", at, zone)
	}
	is("its last day where the job is, in "+zone, member)
}
