package contractsvc_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pgtest"
)

// sent is a contract that the first supplier was sent, with who of it answers and who approves.
func (w *world) sent(number, text string) (id uuid.UUID, sum string, theirs, boss access.Actor) {
	w.t.Helper()
	boss = w.approver(w.mine.Org, 0, 30+w.made)
	theirs = access.Actor{User: uuid.Must(uuid.NewV7()), Org: w.suppliers[0], Type: access.Supplier, Name: "Njeri", Privileges: access.Titles[access.Supplier]}
	w.account(theirs, 60+w.made)
	w.made++
	in := w.beginning(number)
	in.Body = body(text)
	id, err := w.svc.Create(w.ctx, w.mine, in)
	w.must(err)
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	sum = w.sum(id)
	w.must(w.svc.Approve(w.ctx, boss, id, sum))
	w.must(w.svc.Send(w.ctx, w.mine, id, sum))
	return id, sum, theirs, boss
}

// edited is the text that somebody was sent with words of it changed, as an editor sends it back.
func edited(w *world, text string, pairs ...string) string {
	w.t.Helper()
	n, err := rich.Stored(text)
	w.must(err)
	return strings.NewReplacer(pairs...).Replace(n.JSON())
}

// A supplier changes three things without a mark; each is found, decided on, and a changed text is
// approved and sent anew. What it may not know it never reads.
func TestANegotiation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, sum, theirs, boss := w.sent("K/1", "{supplier} delivers in 30 days.\nThe Buyer pays {value} at once.\nKenyan law governs.")
	w.must(w.svc.Note(w.ctx, w.mine, id, contractsvc.Said{Body: "SECRET we would pay more"}))
	d, err := w.svc.SupplierContract(w.ctx, theirs, id)
	w.must(err)
	if d.Content.Counterparty.Name != "Mwanzo" || d.Sum != sum || !strings.Contains(string(d.Content.Text), "Mwanzo delivers") {
		t.Errorf("%+v", d.Content)
	}
	w.refused(w.svc.ProposeText(w.ctx, theirs, id, sum, d.Body, ""), contract.Unchanged)
	w.refused(w.svc.ProposeText(w.ctx, theirs, id, "00", d.Body, ""), contract.Stale)
	if err := w.svc.ProposeText(w.ctx, theirs, id, sum, "{", ""); fields(err) != "/body text.broken" {
		t.Error(err)
	}
	if err := w.svc.ProposeText(w.ctx, theirs, id, sum, "", ""); fields(err) != "/body field.required" {
		t.Error(err)
	}
	text := edited(w, d.Body, "30 days", "45 days", "at once", "in advance", "Kenyan law", "Ugandan law")
	w.must(w.svc.ProposeText(w.ctx, theirs, id, sum, text, "We need time"))
	w.stands(id, contract.Negotiating)
	w.refused(w.svc.ProposeText(w.ctx, theirs, id, sum, text, ""), contract.IllegalMove)
	talk, err := w.svc.Talk(w.ctx, w.mine, id)
	w.must(err)
	changes := talk.Redline.Changes()
	if len(changes) < 3 || len(talk.Notes) != 1 {
		t.Fatal(changes)
	}
	all := contractsvc.Decisions{Sum: talk.Sum, Accepted: changes[:1], Rejected: changes[1:], Reason: "Time, yes"}
	for want, x := range map[string]contractsvc.Decisions{
		"/accepted contract.undecided":                         {Sum: talk.Sum, Accepted: changes[:1], Reason: "r"},
		"/accepted contract.undecided ":                        {Sum: talk.Sum, Accepted: changes, Rejected: changes[:1], Reason: "r"},
		"/accepted field.unknown":                              {Sum: talk.Sum, Accepted: append([]string{"b.forged"}, changes...), Reason: "r"},
		"/reason field.required, /accepted contract.undecided": {Sum: talk.Sum},
	} {
		if err := w.svc.Decide(w.ctx, w.mine, id, x); fields(err) != strings.TrimSpace(want) {
			t.Errorf("got %s, want %s", fields(err), want)
		}
	}
	w.refused(w.svc.Decide(w.ctx, w.mine, id, contractsvc.Decisions{Sum: sum, Rejected: changes, Reason: "r"}), contract.Stale)
	w.must(w.svc.Decide(w.ctx, w.mine, id, all))
	w.stands(id, contract.Draft)
	// While it is written anew its supplier reads what it was sent, with what became of its proposal.
	anew := func() {
		t.Helper()
		d, err := w.svc.SupplierContract(w.ctx, theirs, id)
		w.must(err)
		p := d.Proposals[0]
		if !d.Redrafted || d.Sum != sum || d.Contract.Status != string(contract.Negotiating) || p.Accepted != 1 || int(p.Rejected) != len(changes)-1 || p.Reason != "Time, yes" {
			t.Errorf("%+v", d)
		}
	}
	anew()
	other := theirs
	other.Org = w.suppliers[1]
	w.refused(one(w.svc.SupplierContract(w.ctx, other, id)), contract.NotFound)
	for _, err := range []error{ // and does no more with it
		w.svc.Comment(w.ctx, theirs, id, contractsvc.Said{Body: "And?"}),
		w.svc.ProposeText(w.ctx, theirs, id, sum, text, ""),
		one(w.svc.SigningOf(w.ctx, theirs, id)),
	} {
		w.refused(err, contract.NotFound)
	}
	now, err := w.svc.Contract(w.ctx, w.mine, id)
	w.must(err)
	if n, _ := rich.Stored(now.Reads); !strings.Contains(n.Plain(), "45 days") || !strings.Contains(n.Plain(), "at once") || strings.Contains(n.Plain(), "Ugandan") {
		t.Error(n.Plain())
	}
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	anew()
	w.refused(w.svc.Approve(w.ctx, boss, id, sum), contract.Stale)
	next := w.sum(id)
	w.must(w.svc.Approve(w.ctx, boss, id, next))
	anew()
	w.must(w.svc.Send(w.ctx, w.mine, id, next))

	// a second round, in which nothing is accepted: it is sent again as it was approved, to the byte
	d, err = w.svc.SupplierContract(w.ctx, theirs, id)
	w.must(err)
	w.must(w.svc.ProposeText(w.ctx, theirs, id, next, edited(w, d.Body, "45 days", "60 days"), ""))
	w.must(w.svc.Comment(w.ctx, theirs, id, contractsvc.Said{Body: "Please"}))
	w.must(w.svc.Comment(w.ctx, w.mine, id, contractsvc.Said{Body: "No"}))
	talk, err = w.svc.Talk(w.ctx, w.mine, id)
	w.must(err)
	w.must(w.svc.Decide(w.ctx, w.mine, id, contractsvc.Decisions{Sum: talk.Sum, Rejected: talk.Redline.Changes(), Reason: "No more"}))
	w.stands(id, contract.Sent)
	d, err = w.svc.SupplierContract(w.ctx, theirs, id)
	w.must(err)
	if d.Sum != next || len(d.Comments) != 2 || len(d.Proposals) != 2 || d.Proposals[0].Reason != "No more" {
		t.Errorf("%+v", d)
	}
	w.refused(w.svc.Decide(w.ctx, w.mine, id, all), contract.NoProposal)
	seen, err := json.Marshal(d)
	w.must(err)
	if strings.Contains(string(seen), "SECRET") {
		t.Error("an internal comment reached the other side")
	}
	if n := w.count("SELECT count(*) FROM contract_version WHERE contract_id = $1 AND sum <> sha256(convert_to(content, 'UTF8'))", id); n != 0 {
		t.Error("versions are not known by the sums of their content")
	}
}

// In each state: what a supplier reads of it, and what it may do with it; another one never does.
func TestWhatASupplierReads(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, sum, theirs, _ := w.sent("K/1", "{supplier} delivers.")
	other := theirs
	other.User, other.Org = uuid.New(), w.suppliers[1]
	poor := theirs
	poor.Privileges = nil
	for _, a := range []access.Actor{theirs, poor} {
		l, err := w.svc.SupplierContracts(w.ctx, a, contractsvc.Filter{Search: "rift"}, "", 10)
		if err != nil || l.Total != 1 || len(l.Items) != 1 || l.Items[0].ID != id || l.Items[0].BuyerName != "Rift" {
			t.Errorf("%+v %v", l, err)
		}
	}
	l, err := w.svc.SupplierContracts(w.ctx, other, contractsvc.Filter{}, "", 10)
	if err != nil || l.Total != 0 || len(l.Items) != 0 {
		t.Errorf("%+v %v", l, err)
	}
	b, err := w.svc.SupplierDashboard(w.ctx, theirs)
	if err != nil || b.Figures[0].Contracts != 1 || len(b.Answer) != 1 || len(b.Ending) != 0 {
		t.Errorf("%+v %v", b, err)
	}
	for _, s := range []contract.Status{contract.Draft, contract.Review, contract.Approved} { // also what was sent before is not read in these
		w.exec("UPDATE contract SET status = $2 WHERE id = $1", id, string(s))
		w.refused(one(w.svc.SupplierContract(w.ctx, theirs, id)), contract.NotFound)
		if l, err := w.svc.SupplierContracts(w.ctx, theirs, contractsvc.Filter{Statuses: []contract.Status{s}}, "", 10); err != nil || l.Total != 0 {
			t.Error(s, l, err)
		}
		w.refused(w.svc.Comment(w.ctx, theirs, id, contractsvc.Said{Body: "b"}), contract.NotFound)
	}
	for _, s := range contract.Shared {
		w.exec("UPDATE contract SET status = $2 WHERE id = $1", id, string(s))
		w.must(one(w.svc.SupplierContract(w.ctx, theirs, id)))
		if f, err := w.svc.SupplierPaper(w.ctx, theirs, id, contract.PDF); err != nil || len(f.Bytes) < 500 {
			t.Error(s, err)
		}
	}
	w.exec("UPDATE contract SET status = 'sent' WHERE id = $1", id)
	for i, err := range []error{one(w.svc.SupplierContract(w.ctx, other, id)), w.svc.ProposeText(w.ctx, other, id, sum, "", ""), w.svc.Comment(w.ctx, other, id, contractsvc.Said{Body: "b"}),
		one(w.svc.SupplierPaper(w.ctx, other, id, contract.PDF)), one(w.svc.SupplierFile(w.ctx, other, id)), one(w.svc.Talk(w.ctx, w.rival, id)), w.svc.Note(w.ctx, w.rival, id, contractsvc.Said{Body: "b"}),
		w.svc.Comment(w.ctx, w.rival, id, contractsvc.Said{Body: "b"}), w.svc.Decide(w.ctx, w.rival, id, contractsvc.Decisions{})} {
		if !errors.Is(err, contract.NotFound) {
			t.Error(i, err)
		}
	}
	for i, err := range []error{w.svc.ProposeText(w.ctx, poor, id, sum, "", ""), w.svc.Comment(w.ctx, poor, id, contractsvc.Said{Body: "b"}), one(w.svc.Talk(w.ctx, theirs, id)),
		w.svc.Note(w.ctx, theirs, id, contractsvc.Said{Body: "b"}), one(w.svc.Agreement(w.ctx, theirs, id)), one(w.svc.SupplierContract(w.ctx, w.mine, id)), w.svc.Send(w.ctx, theirs, id, sum)} {
		if !errors.Is(err, fault.Forbidden) {
			t.Error(i, err)
		}
	}
	for want, in := range map[string]contractsvc.Said{
		"/body field.required":             {Body: " "},
		"/body field.too_long":             {Body: strings.Repeat("x", 2001)},
		"/block_id contract.unknown_block": {Body: "b", Block: "none"},
	} {
		if err := w.svc.Comment(w.ctx, theirs, id, in); fields(err) != want {
			t.Errorf("got %s, want %s", fields(err), want)
		}
	}
	if n := w.count("SELECT count(*) FROM contract_comment"); n != 0 {
		t.Error(n, "comments")
	}
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := pgtest.Do(w.ctx, w.db, sql, args...); err != nil {
		w.t.Fatal(fmt.Errorf("%s: %w", sql, err))
	}
}
