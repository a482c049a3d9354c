package contractsvc_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

var update = flag.Bool("update", false, "write the golden files")

// noon is the morning of Nairobi's 23rd of November.
var noon = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

// A world is a database with two buyers, who manage contracts with two suppliers.
type world struct {
	*pgtest.Account
	t           testing.TB
	ctx         context.Context
	db          *pgxpool.Pool
	svc         *contractsvc.Service
	mine, rival access.Actor
	suppliers   []uuid.UUID
	made        int
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, ctx: t.Context(), db: pgtest.New(t)}
	pgtest.SetClock(t, w.db, noon)
	w.svc = contractsvc.New(w.db)
	w.Account = pgtest.NewAccount(t, w.db)
	company := func(kind, name string, n int) uuid.UUID {
		id := uuid.Must(uuid.NewV7())
		w.Name(id, name)
		w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
			p := party.Profile{CompanyType: "limited", Name: name, Country: "KE", TaxID: fmt.Sprintf("P05%07dA", n)}
			return partysvc.Create(w.ctx, tx, access.System, kind, id, partysvc.Registration{Profile: p})
		}))
		return id
	}
	person := func(org uuid.UUID) access.Actor {
		return access.Actor{User: uuid.Must(uuid.NewV7()), Org: org, Type: access.Temp, Name: "Asha", Privileges: access.Titles[access.Temp]}
	}
	w.mine, w.rival = person(company("buyer", "Rift", 1)), person(company("buyer", "Rival", 2))
	w.suppliers = []uuid.UUID{company("supplier", "Mwanzo", 3), company("supplier", "Upepo", 4)}
	for i, a := range []access.Actor{w.mine, w.rival} {
		w.account(a, i)
	}
	w.Skip()
	return w
}

// account stores the account of somebody who writes versions.
func (w *world) account(a access.Actor, n int) {
	w.t.Helper()
	_, err := pgtest.Do(w.ctx, w.db, `INSERT INTO account (id, company_id, user_type, email, first_name, last_name, password_hash, status, created_at)
		VALUES ($1, $2, $3, $4, 'Asha', 'Otieno', '', 'active', now())`, a.User, a.Org, string(a.Type), fmt.Sprint("a", n, "@example.org"))
	w.must(err)
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// put stores a contract as it stands, an hour younger than the one before.
func (w *world) put(of access.Actor, title string, s contract.Status, free time.Time, ends *time.Time) uuid.UUID {
	w.t.Helper()
	id := uuid.Must(uuid.NewV7())
	w.Name(id, title)
	_, err := pgtest.Do(w.ctx, w.db, `INSERT INTO contract (id, buyer_id, supplier_id, number, title, currency, value, status, no_signature_before, ends_on, created_at)
		VALUES ($1, $2, $3, $4, $5, 'KES', $6, $7, $8, $9, $10)`, id, of.Org, w.suppliers[w.made%2], fmt.Sprint("N/", w.made), title, 1000+w.made, string(s), free, ends,
		noon.Add(time.Duration(w.made)*time.Hour))
	w.must(err)
	_, err = pgtest.Do(w.ctx, w.db, `INSERT INTO contract_party (contract_id, side, buyer_id, company_id, name, country, tax_id, address, email)
		SELECT $1, x.side, $2, x.company, c.name, c.country, c.tax_id, c.physical_address, c.email
		FROM (VALUES ('buyer', $2::uuid), ('counterparty', $3::uuid)) AS x (side, company) JOIN company c ON c.id = x.company`, id, of.Org, w.suppliers[w.made%2])
	w.must(err)
	w.made++
	return id
}

func days(n int) *time.Time {
	d := time.Date(2026, 11, 23+n, 0, 0, 0, 0, time.UTC)
	return &d
}

// What people do with a contract in each state: where it stands then, what is
// refused, what is written down, and that a change counts as a version.
func TestMovesInEveryState(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, s := range contract.Statuses {
		w.Head("%s", s)
		for _, x := range []struct {
			name string
			do   func(uuid.UUID) error
		}{
			{"submit", func(id uuid.UUID) error { return w.svc.Submit(w.ctx, w.mine, id) }},
			{"approve", func(id uuid.UUID) error { return w.svc.Approve(w.ctx, w.mine, id, "") }},
			{"refuse", func(id uuid.UUID) error { return w.svc.Refuse(w.ctx, w.mine, id, "", " Not so ") }},
			{"send", func(id uuid.UUID) error { return w.svc.Send(w.ctx, w.mine, id, "") }},
			{"recall", func(id uuid.UUID) error { return w.svc.Recall(w.ctx, w.mine, id, " Not yet ") }},
			{"cancel", func(id uuid.UUID) error { return w.svc.Cancel(w.ctx, w.mine, id, " Not any more ") }},
			{"amend", func(id uuid.UUID) error {
				_, err := w.svc.Amend(w.ctx, w.mine, id, contractsvc.Amending{Version: 1})
				return err
			}},
			{"update", func(id uuid.UUID) error {
				return w.svc.Update(w.ctx, w.mine, id, 1, contractsvc.Form{Terms: contract.Terms{Number: "of " + string(s), Title: "T"}})
			}},
		} {
			id := w.put(w.mine, x.name+" "+string(s), s, noon, nil)
			w.Skip()
			w.Refused(x.name, x.do(id))
			w.Log()
			d, err := w.svc.Contract(w.ctx, w.mine, id)
			w.must(err)
			w.Tell("  then", fmt.Sprintf("%s, version %d", d.Contract.Status, d.Contract.Version), nil)
		}
	}
	rows, err := w.db.Query(w.ctx, "SELECT title || ': ' || status || ', version ' || version FROM contract ORDER BY created_at")
	w.must(err)
	last, err := pgx.CollectRows(rows, pgx.RowTo[string])
	w.Head("All of them at last")
	w.Tell("contracts", last, err)
	w.Golden("testdata/moves.golden", *update)
}

// Of a thousand and one contracts made at one moment the count says that there are more
// than it tells; which stands first is told by their ids.
func TestManyContractsOfOneMoment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := pgtest.Do(w.ctx, w.db, `INSERT INTO contract (id, buyer_id, supplier_id, number, title, currency, value, status, no_signature_before, ends_on, created_at)
		SELECT gen_random_uuid(), $1, $2, n, 'T', CASE WHEN n % 2 = 0 THEN 'UGX' ELSE 'KES' END, n, 'active', $3::timestamptz, $3::timestamptz, $3::timestamptz FROM generate_series(1, 1001) n`,
		w.mine.Org, w.suppliers[0], noon)
	w.must(err)
	count := func(want int, capped bool) {
		t.Helper()
		l, err := w.svc.Contracts(w.ctx, w.mine, uuid.Nil, contractsvc.Filter{}, "", 1)
		w.must(err)
		d, err := w.svc.Dashboard(w.ctx, w.mine)
		w.must(err)
		f := d.Figures[4]
		if l.Total != want || l.TotalCapped != capped || f.Contracts != want || f.Capped != capped {
			t.Errorf("%d %v in the list, %d %v on the first screen, want %d %v", l.Total, l.TotalCapped, f.Contracts, f.Capped, want, capped)
		}
		var first []uuid.UUID
		for _, r := range d.Expiring {
			first = append(first, r.ID)
		}
		if !slices.IsSortedFunc(first, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }) || len(first) != 20 {
			t.Error("not in the order of their ids:", first)
		}
		if len(d.Statuses) != 2 || d.Statuses[0].Currency != "KES" || d.Statuses[1].Currency != "UGX" {
			t.Error(d.Statuses)
		}
	}
	count(1000, true)
	_, err = pgtest.Do(w.ctx, w.db, "DELETE FROM contract WHERE number = '7'")
	w.must(err)
	count(1000, false)
	var ids []uuid.UUID
	for after := ""; ; {
		l, err := w.svc.Contracts(w.ctx, w.mine, uuid.Nil, contractsvc.Filter{}, after, 300)
		w.must(err)
		for _, r := range l.Items {
			ids = append(ids, r.ID)
		}
		if after = l.Next; after == "" {
			break
		}
	}
	if len(ids) != 1000 || !slices.IsSortedFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(b[:], a[:]) }) {
		t.Error("not each once in the order of their ids:", len(ids))
	}
}

// A draft in its author's hands: terms that are refused, terms that are kept.
func TestADraftAndItsTerms(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	free := time.Date(2026, 11, 30, 21, 0, 0, 0, time.UTC) // the 1st of December where its buyer is, in Nairobi; the 30th of November in UTC
	id := w.put(w.mine, "pumps", contract.Draft, free, nil)
	w.put(w.mine, "pipes", contract.Active, noon, nil)
	w.put(w.rival, "theirs", contract.Draft, noon, nil)
	w.Skip()
	say := func(what string, version int, terms contract.Terms) {
		t.Helper()
		w.Refused(what, w.svc.Update(w.ctx, w.mine, id, version, contractsvc.Form{Terms: terms}))
		w.Log()
	}
	say("empty", 1, contract.Terms{})
	say("of another version", 2, contract.Terms{Number: "K", Title: "T"})
	say("with a number that is taken", 1, contract.Terms{Number: "N/1", Title: "T"})
	say("in the standstill", 1, contract.Terms{Number: "K", Title: "T", Date: days(7), Starts: days(7)})
	say("to its end", 1, contract.Terms{Number: " K ", Title: " Pumps ", Description: " Four ", Date: days(8), Starts: days(9), Ends: days(10)})
	say("meanwhile", 1, contract.Terms{Number: "K", Title: "T"})
	say("with a number of a rival", 2, contract.Terms{Number: "N/2", Title: "Pumps"})
	w.Refused("of a rival", w.svc.Update(w.ctx, w.rival, id, 3, contractsvc.Form{Terms: contract.Terms{Number: "X", Title: "T"}}))
	say("again", 3, contract.Terms{Number: "K", Title: "Pumps", Description: "Four", Date: days(8), Starts: days(9), Ends: days(10)})
	d, err := w.svc.Contract(w.ctx, w.mine, id)
	w.Tell("the contract", d, err)
	d, err = w.svc.Announcement(w.ctx, w.db, w.mine.Org, id)
	w.Tell("what is told of it", d, err)
	_, err = w.svc.Announcement(w.ctx, w.db, w.rival.Org, id)
	w.Refused("what is told to another", err)
	_, err = w.svc.Contract(w.ctx, w.rival, id)
	w.Refused("read by another", err)
	w.Refused("refused without a reason", w.svc.Refuse(w.ctx, w.mine, id, "", " "))
	w.Refused("refused at length", w.svc.Refuse(w.ctx, w.mine, id, "", strings.Repeat("x", 1001)))
	w.Golden("testdata/draft.golden", *update)

	supplier := access.Actor{Type: access.Supplier, Org: w.mine.Org, Privileges: w.mine.Privileges}
	operator := access.Actor{Type: access.Operator, Org: w.mine.Org}
	homeless := access.Actor{Type: access.Temp, Privileges: w.mine.Privileges}
	poor := w.mine
	poor.Privileges = nil
	writes := func(a access.Actor) []error {
		return []error{w.svc.Submit(w.ctx, a, id), w.svc.Approve(w.ctx, a, id, ""), w.svc.Refuse(w.ctx, a, id, "", "r"), w.svc.Update(w.ctx, a, id, 4, contractsvc.Form{Terms: contract.Terms{Number: "K", Title: "T"}})}
	}
	reads := func(a access.Actor) []error {
		_, one := w.svc.Contract(w.ctx, a, id)
		_, list := w.svc.Contracts(w.ctx, a, uuid.Nil, contractsvc.Filter{}, "", 1)
		_, first := w.svc.Dashboard(w.ctx, a)
		return []error{one, list, first}
	}
	for i, a := range []access.Actor{supplier, operator, homeless} {
		for j, err := range append(reads(a), writes(a)...) {
			if !errors.Is(err, fault.Forbidden) {
				t.Error(i, j, err)
			}
		}
	}
	for i, err := range writes(poor) {
		if !errors.Is(err, fault.Forbidden) {
			t.Error(i, err)
		}
	}
	buyer := w.mine
	buyer.Type = access.Buyer
	for _, a := range []access.Actor{poor, buyer} {
		if err := errors.Join(reads(a)...); err != nil {
			t.Error(err)
		}
	}
	for have, may := range map[access.Privilege]string{access.ManageContract: "submit update", access.ApproveContract: "approve refuse"} {
		a := w.mine
		a.Privileges = []access.Privilege{have}
		for i, err := range writes(a) {
			if name := []string{"submit", "approve", "refuse", "update"}[i]; errors.Is(err, fault.Forbidden) == strings.Contains(may, name) {
				t.Error(have, name, err)
			}
		}
	}
	staff := access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	w.must(partysvc.New(w.db).SetModule(w.ctx, staff, w.mine.Org, party.Contracts, false))
	for i, err := range append(reads(w.mine), writes(w.mine)...) {
		if !errors.Is(err, party.ModuleOff) {
			t.Error(i, err)
		}
	}
}

// Lists, their counts and the first screen agree on what is in which view, to the
// moment and the day.
func TestTheViewsOfContracts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, s := range contract.Statuses {
		w.put(w.mine, "free "+string(s), s, noon, days(90))
		w.put(w.mine, "held "+string(s), s, noon.Add(time.Microsecond), nil)
	}
	w.put(w.mine, "ends today", contract.Active, noon, days(0))
	w.put(w.mine, "has ended", contract.Active, noon, days(-1))
	w.put(w.mine, "ends later", contract.Active, noon, days(91))
	w.put(w.mine, "held for long", contract.Sent, noon.AddDate(0, 1, 0), days(30))
	w.put(w.rival, "theirs", contract.Active, noon.AddDate(0, 1, 0), days(30))
	w.put(w.rival, "theirs too", contract.Review, noon.AddDate(0, 1, 0), days(30))
	views := map[string][]string{}
	for name, x := range map[string]contractsvc.Filter{
		"all":              {},
		"of two states":    {Statuses: []contract.Status{contract.Expired, contract.Sent}},
		"for approval":     {View: contract.ForApproval},
		"for signature":    {View: contract.ForSignature},
		"on hold":          {View: contract.OnHold},
		"ending":           {View: contract.Ending},
		"on hold and sent": {View: contract.OnHold, Statuses: []contract.Status{contract.Sent, contract.Active}},
		"no part of it":    {View: contract.ForApproval, Statuses: []contract.Status{contract.Sent}},
		"by title":         {Search: "ends"},
		"by number":        {Search: "N/1"},
		"by supplier":      {Search: "pepo", Statuses: []contract.Status{contract.Draft}},
		"by the buyer":     {Search: "Rift"},
		"ends from":        {Ends: day.Between("2027-02-22", "", "")},
		"ends until":       {Ends: day.Between("", "2026-11-23", "")},
	} {
		var got []string
		after := ""
		for {
			l, err := w.svc.Contracts(w.ctx, w.mine, uuid.Nil, x, after, 3)
			w.must(err)
			for _, r := range l.Items {
				got = append(got, r.Title)
			}
			if after = l.Next; after == "" {
				if l.Total != len(got) || l.TotalCapped {
					t.Errorf("%s: %d are counted, %d listed", name, l.Total, len(got))
				}
				break
			}
		}
		views[name] = got
	}
	for _, name := range slices.Sorted(maps.Keys(views)) {
		w.Tell(name, strings.Join(views[name], ", "), nil)
	}
	d, err := w.svc.Dashboard(w.ctx, w.mine)
	w.must(err)
	for _, f := range d.Figures {
		l, err := w.svc.Contracts(w.ctx, w.mine, uuid.Nil, f.Filter, "", 1)
		w.must(err)
		if l.Total != f.Contracts || f.Capped {
			t.Errorf("%+v: %d in the list", f, l.Total)
		}
	}
	w.Tell("figures", d.Figures, nil)
	w.Tell("by status", d.Statuses, nil)
	w.Tell("to approve", d.Approval, nil)
	w.Tell("waiting", d.Waiting, nil)
	w.Tell("expiring", d.Expiring, nil)
	w.Golden("testdata/views.golden", *update)
}
