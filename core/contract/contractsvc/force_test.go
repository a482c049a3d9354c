package contractsvc_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pgtest"
)

const paper = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

// filed uploads a file of a contract.
func (w *world) filed(a access.Actor) uuid.UUID {
	w.t.Helper()
	if w.svc.Gate == nil {
		w.stores()
		w.svc.Gate = &document.Gate{}
	}
	u, err := w.svc.BeginUpload(w.ctx, a, uuid.Nil, "old.pdf", int64(len(paper)))
	w.must(err)
	u, err = w.svc.Append(w.ctx, a, uuid.Nil, u.ID, 0, []byte(paper))
	w.must(err)
	return u.File
}

func (w *world) status(id uuid.UUID) (s string) {
	w.t.Helper()
	w.must(w.db.QueryRow(w.ctx, "SELECT status FROM contract WHERE id = $1", id).Scan(&s))
	return s
}

// The last day of a contract ends where it is: on the day after, by the clock of Nairobi and not
// before; each ends once, with what its category keeps it for.
func TestContractsEndByTheCalendar(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.put(w.mine, "to the 24th", contract.Active, noon, days(1))
	kind, err := w.svc.CreateCategory(w.ctx, w.mine, contract.Category{Name: "Works", RetentionYears: 10})
	w.must(err)
	_, err = pgtest.Do(w.ctx, w.db, "UPDATE contract SET contract_category_id = $2 WHERE id = $1", id, kind)
	w.must(err)
	open := w.put(w.mine, "without an end", contract.Active, noon, nil)
	draft := w.put(w.mine, "a draft", contract.Draft, noon, days(-5))
	for at, want := range map[time.Time]int{
		time.Date(2026, 11, 24, 20, 59, 59, 0, time.UTC): 0,
		time.Date(2026, 11, 24, 21, 0, 0, 0, time.UTC):   0, // midnight in Nairobi
	} {
		pgtest.SetClock(t, w.db, at)
		if n, err := w.svc.ExpireDue(w.ctx); err != nil || n != want {
			t.Errorf("%s: %d %v", at, n, err)
		}
	}
	pgtest.SetClock(t, w.db, time.Date(2026, 11, 24, 21, 0, 1, 0, time.UTC))
	for _, want := range []int{1, 0} {
		if n, err := w.svc.ExpireDue(w.ctx); err != nil || n != want {
			t.Errorf("%d, want %d: %v", n, want, err)
		}
	}
	if got := w.status(id) + w.status(open) + w.status(draft); got != "expiredactivedraft" {
		t.Error(got)
	}
	k, err := w.svc.Kept(w.ctx, w.mine, id)
	w.must(err)
	if k.End.How != "expired" || !k.End.EndedOn.Equal(*days(1)) || k.End.KeepUntil.Format(time.DateOnly) != "2036-11-24" || k.End.ByName != "" || len(k.Trail) != 1 || k.Trail[0].Status != "expired" {
		t.Errorf("%+v %+v", k.End, k.Trail)
	}
	_, err = w.svc.Kept(w.ctx, w.mine, draft)
	if !errors.Is(err, contract.NotFound) {
		t.Error(err)
	}
	w.must(w.svc.Archive(w.ctx, w.mine, id))
	if k, err = w.svc.Kept(w.ctx, w.mine, id); err != nil || k.Contract.Status != "archived" || k.End.ArchivedAt == nil || k.End.ArchivedName != "Asha Otieno" {
		t.Errorf("%+v %v", k.End, err)
	}
	if err := w.svc.Archive(w.ctx, w.mine, open); !errors.Is(err, contract.IllegalMove) {
		t.Error(err)
	}
}

// People end a contract in force with a reason, on a day that has come; of two the second is told.
func TestPeopleEndContracts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.put(w.mine, "pumps", contract.Active, noon, days(90))
	said := func(err error) string {
		var out []string
		for _, f := range fault.As(err).Fields {
			out = append(out, f.Pointer+" "+f.Code)
		}
		return strings.Join(out, ", ")
	}
	_, err := pgtest.Do(w.ctx, w.db, "UPDATE contract SET starts_on = '2026-11-01' WHERE id = $1", id)
	w.must(err)
	for want, in := range map[string]contractsvc.Ending{
		"/reason field.required":                               {Version: 1, Reason: " "},
		"/ended_on contract.in_future, /reason field.required": {Version: 1, On: days(1)},
		"/ended_on contract.ends_before_start":                 {Version: 1, On: days(-23), Reason: "r"},
	} {
		if got := said(w.svc.Terminate(w.ctx, w.mine, id, in)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if err := w.svc.Terminate(w.ctx, w.mine, id, contractsvc.Ending{Version: 2, Reason: "r"}); !errors.Is(err, contract.Changed) {
		t.Error(err)
	}
	if err := w.svc.Terminate(w.ctx, w.rival, id, contractsvc.Ending{Version: 1, Reason: "r"}); !errors.Is(err, contract.NotFound) {
		t.Error(err)
	}
	w.must(w.svc.Terminate(w.ctx, w.mine, id, contractsvc.Ending{Version: 1, Reason: " Late thrice ", On: days(-1)}))
	k, err := w.svc.Kept(w.ctx, w.mine, id)
	w.must(err)
	if k.Contract.Status != "terminated" || k.End.Reason != "Late thrice" || !k.End.EndedOn.Equal(*days(-1)) || k.End.KeepUntil.Format(time.DateOnly) != "2033-11-22" {
		t.Errorf("%+v", k.End)
	}
	if err := w.svc.Complete(w.ctx, w.mine, id, contractsvc.Ending{Version: 2, Reason: "r"}); !errors.Is(err, contract.IllegalMove) {
		t.Error(err)
	}
	done := w.put(w.mine, "pipes", contract.Active, noon, nil)
	w.must(w.svc.Complete(w.ctx, w.mine, done, contractsvc.Ending{Version: 1, Reason: "All delivered"}))
	if got := w.status(done); got != "completed" {
		t.Error(got)
	}
}

// An old contract comes in as it stands, with its file and its days; what does not fit its state is
// told at its field, and it is found in its category and taken out whole.
func TestOldContractsComeIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, rival, _ := w.people()
	kind, err := w.svc.CreateCategory(w.ctx, mine, contract.Category{Name: "Old", RetentionYears: 8})
	w.must(err)
	old := func(as contract.Status, number string, starts, ends, ended *time.Time) contractsvc.Old {
		return contractsvc.Old{Status: as, Ended: ended, Form: contractsvc.Form{Terms: contract.Terms{Number: number, Title: "Old " + number, Starts: starts, Ends: ends},
			Language: "en", Category: &kind, Currency: "KES", Value: "10", Counterparty: &contractsvc.PartyForm{Company: w.suppliers[0]}, File: w.filed(mine)}}
	}
	bare := old(contract.Expired, "", nil, nil, nil)
	bare.Category, bare.File, bare.Language = nil, uuid.Nil, ""
	for i, x := range []struct {
		in   contractsvc.Old
		want string
	}{
		{bare, "/contract_category_id field.required, /file_id field.required, /language field.required, /number field.required"},
		{old(contract.Active, "A", days(-10), days(-1), nil), "/ends_on contract.is_over"},
		{old(contract.Expired, "E", days(-10), days(0), nil), "/ends_on contract.not_over"},
		{old(contract.Expired, "E", days(1), nil, nil), "/ends_on field.required, /starts_on contract.in_future"},
		{old(contract.Completed, "C", days(-10), nil, nil), "/ended_on field.required"},
		{old(contract.Completed, "C", days(-10), nil, days(1)), "/ended_on contract.in_future"},
		{old(contract.Terminated, "T", days(-10), nil, nil), "/status"},
	} {
		_, err := w.svc.Import(w.ctx, mine, x.in)
		var got []string
		for _, f := range fault.As(err).Fields {
			got = append(got, f.Pointer+" "+f.Code)
		}
		for _, part := range strings.Split(x.want, ", ") {
			if !strings.Contains(strings.Join(got, ", "), part) {
				t.Errorf("%d: %s, want %s", i, got, part)
			}
		}
	}
	ids := map[string]uuid.UUID{}
	for _, in := range []contractsvc.Old{
		old(contract.Active, "A/1", days(-400), days(30), nil),
		old(contract.Expired, "E/1", days(-400), days(-1), nil),
		old(contract.Completed, "C/1", days(-400), days(30), days(-3)),
	} {
		id, err := w.svc.Import(w.ctx, mine, in)
		w.must(err)
		ids[in.Number] = id
		if got := w.status(id); got != string(in.Status) {
			t.Error(got)
		}
	}
	shelves, err := w.svc.Shelves(w.ctx, mine)
	w.must(err)
	if len(shelves) != 1 || shelves[0].ID != kind || shelves[0].Contracts != 2 || shelves[0].FirstUntil.Format(time.DateOnly) != "2034-11-20" {
		t.Errorf("%+v", shelves)
	}
	var all []string
	for after := ""; ; {
		p, err := w.svc.Past(w.ctx, mine, kind, contractsvc.PastFilter{}, after, 1)
		w.must(err)
		for _, r := range p.Items {
			all = append(all, fmt.Sprint(r.Number, " ", r.How, " ", r.SupplierName))
		}
		if after = p.Next; after == "" {
			break
		}
	}
	if got := strings.Join(all, ", "); got != "E/1 expired Mwanzo, C/1 completed Mwanzo" {
		t.Error(got)
	}
	if _, err := w.svc.Past(w.ctx, rival, kind, contractsvc.PastFilter{}, "", 1); !errors.Is(err, contract.CategoryNotFound) {
		t.Error(err)
	}
	if p, err := w.svc.Past(w.ctx, mine, uuid.Nil, contractsvc.PastFilter{}, "", 1); err != nil || len(p.Items) != 0 {
		t.Error(p, err)
	}
	f, err := w.svc.Bundle(w.ctx, mine, ids["E/1"])
	w.must(err)
	z, err := zip.NewReader(bytes.NewReader(f.Bytes), int64(len(f.Bytes)))
	w.must(err)
	in := map[string]string{}
	for _, x := range z.File {
		r, err := x.Open()
		w.must(err)
		b, err := io.ReadAll(r)
		w.must(err)
		in[x.Name] = string(b)
	}
	if f.Name != "E-1.zip" || in["files/001-old.pdf"] != paper || !strings.Contains(in["versions/001.json"], `"number":"E/1"`) || !strings.Contains(in["history.json"], `"imported"`) && !strings.Contains(in["history.json"], "imported") {
		t.Error(f.Name, in)
	}
	for name, body := range in {
		sum := sha256.Sum256([]byte(body))
		if name != "manifest.sha256" && !strings.Contains(in["manifest.sha256"], hex.EncodeToString(sum[:])+"  "+name) {
			t.Errorf("%s is not in the manifest: %s", name, in["manifest.sha256"])
		}
	}
	if _, err := w.svc.Bundle(w.ctx, rival, ids["E/1"]); !errors.Is(err, contract.NotFound) {
		t.Error(err)
	}
	poor := mine
	poor.Privileges = nil
	_, err = w.svc.Import(w.ctx, poor, contractsvc.Old{})
	for _, err := range []error{err, w.svc.Archive(w.ctx, poor, ids["E/1"]), w.svc.Terminate(w.ctx, poor, ids["A/1"], contractsvc.Ending{})} {
		if !errors.Is(err, fault.Forbidden) {
			t.Error(err)
		}
	}
}

// A month after the last of January is the last of February, in each year as long as it is.
func TestMonthsLater(t *testing.T) {
	t.Parallel()
	for _, x := range [][3]any{{"2027-01-31", 1, "2027-02-28"}, {"2028-01-31", 1, "2028-02-29"}, {"2028-02-29", 84, "2035-02-28"}, {"2027-10-31", 4, "2028-02-29"}, {"2027-12-15", 12, "2028-12-15"}} {
		from, err := time.Parse(time.DateOnly, x[0].(string))
		if got := contract.Months(from, x[1].(int)).Format(time.DateOnly); err != nil || got != x[2] {
			t.Errorf("%v: %s", x, got)
		}
	}
}
