package contractsvc_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/sign"
	"zabuni.org/core/sourcing"
)

// hold gives somebody the titles that they work with.
func (w *world) hold(a access.Actor) {
	w.t.Helper()
	role := uuid.Must(uuid.NewV7())
	for _, sql := range []string{
		`INSERT INTO role (id, company_id, user_type, name, created_at) SELECT $1, company_id, user_type, 'Contracts ' || id, now() FROM account WHERE id = $2`,
		`INSERT INTO role_privilege (role_id, title) SELECT $1, 'MANAGE_CONTRACT' FROM account WHERE id = $2`,
		`INSERT INTO account_role (role_id, account_id) VALUES ($1, $2)`,
	} {
		_, err := pgtest.Do(w.ctx, w.db, sql, role, a.User)
		w.must(err)
	}
}

// signs is a world with a store, an authority, and people of both sides who may sign.
func signs(t *testing.T, buyers, suppliers int) (w *world, ours, theirs []access.Actor) {
	t.Helper()
	w = newWorld(t)
	files, err := document.OpenFolder(t.TempDir())
	w.must(err)
	w.svc.Documents, w.svc.Gate = documentsvc.New(w.db, files), &document.Gate{}
	w.svc.Signer, err = sign.NewAuthority(make([]byte, 32), append(make([]byte, 31), 1))
	w.must(err)
	person := func(org uuid.UUID, as access.UserType, n int) access.Actor {
		a := access.Actor{User: uuid.Must(uuid.NewV7()), Org: org, Type: as, Name: "Asha", Privileges: []access.Privilege{access.ManageContract}, Confirmed: noon.Add(1000 * time.Hour)}
		w.account(a, n)
		w.hold(a)
		return a
	}
	w.mine.Confirmed, w.rival.Confirmed = noon.Add(1000*time.Hour), noon.Add(1000*time.Hour)
	w.hold(w.mine)
	for i := range buyers {
		ours = append(ours, person(w.mine.Org, access.Temp, 10+i))
	}
	for i := range suppliers {
		theirs = append(theirs, person(w.suppliers[0], access.Supplier, 50+i))
	}
	return w, ours, theirs
}

// toBeSigned stores a contract of the first supplier with a text, as it stands once it was sent.
func (w *world) toBeSigned(title string, free time.Time) uuid.UUID {
	w.t.Helper()
	w.made += w.made % 2
	id := w.put(w.mine, title, contract.Draft, free, nil)
	text := `{"type":"doc","content":[{"type":"paragraph","attrs":{"id":"b1"},"content":[{"type":"text","text":"They agree on {value}."}]}]}`
	w.must(w.svc.Update(w.ctx, w.mine, id, 1, contractsvc.Form{Terms: contract.Terms{Number: "S/" + title, Title: title}, Body: &text}))
	w.becomes(id, contract.Sent)
	w.wasSent(id)
	return id
}

// wasSent has the supplier of a contract read it as it stands.
func (w *world) wasSent(id uuid.UUID) {
	w.t.Helper()
	for _, sql := range []string{
		`INSERT INTO contract_version (contract_id, number, buyer_id, body, content, sum, reason, created_by, created_at)
			SELECT id, 1, buyer_id, '', '{}', sha256('{}'), '', $2, zabuni.clock() FROM contract WHERE id = $1 ON CONFLICT DO NOTHING`,
		`INSERT INTO contract_sent (contract_id, number, buyer_id, supplier_id, version, sum, sent_by, sent_at)
			SELECT k.id, (SELECT count(*) + 1 FROM contract_sent s WHERE s.contract_id = k.id), k.buyer_id, k.supplier_id, 1, sha256('{}'), $2, zabuni.clock() FROM contract k WHERE k.id = $1`,
	} {
		_, err := pgtest.Do(w.ctx, w.db, sql, id, w.mine.User)
		w.must(err)
	}
}

func (w *world) becomes(id uuid.UUID, s contract.Status) {
	w.t.Helper()
	_, err := pgtest.Do(w.ctx, w.db, `UPDATE contract SET status = $2 WHERE id = $1`, id, string(s))
	w.must(err)
}

func (w *world) is(err, want error) {
	w.t.Helper()
	if !errors.Is(err, want) {
		w.t.Errorf("%v instead of %v", err, want)
	}
}

func (w *world) form(id uuid.UUID, turns map[uuid.UUID]int) contractsvc.SigningForm {
	w.t.Helper()
	v, err := w.svc.SigningOf(w.ctx, w.mine, id)
	w.must(err)
	in := contractsvc.SigningForm{Sum: v.Sum, Days: 14}
	for account, turn := range turns {
		in.Signers = append(in.Signers, contractsvc.SignerForm{Account: account, Capacity: "Director", Turn: turn})
	}
	return in
}

// shown is the sum of the paper that somebody reads.
func (w *world) shown(a access.Actor, id uuid.UUID) string {
	w.t.Helper()
	f, err := w.svc.Paper(w.ctx, a, id)
	w.must(err)
	sum := sha256.Sum256(f.Bytes)
	return hex.EncodeToString(sum[:])
}

func (w *world) isNow(id uuid.UUID, want contract.Status) {
	w.t.Helper()
	v, err := w.svc.SigningOf(w.ctx, w.mine, id)
	w.must(err)
	if got := contract.Status(v.Contract.Contract.Status); got != want {
		w.t.Errorf("it is %s instead of %s", got, want)
	}
}

func TestPeopleSignInTheirTurn(t *testing.T) {
	w, ours, theirs := signs(t, 2, 2)
	id := w.toBeSigned("Pumps", noon)
	in := w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2, theirs[1].User: 2, ours[1].User: 3})
	stale := in
	stale.Sum = "00"
	w.is(w.svc.BeginSigning(w.ctx, w.mine, id, stale), contract.Changed)
	w.is(w.svc.BeginSigning(w.ctx, w.rival, id, in), contract.NotFound)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, in))
	w.is(w.svc.BeginSigning(w.ctx, w.mine, id, in), contract.IllegalMove)

	for _, tt := range []struct {
		a    access.Actor
		mine bool
	}{{ours[0], true}, {ours[1], false}, {w.mine, false}} {
		list, err := w.svc.ToSign(w.ctx, tt.a, "pump", "", 10)
		w.must(err)
		if len(list.Items) != 1 || list.Items[0].Mine != tt.mine || list.Items[0].Signers != 4 || list.Items[0].Signatures != 0 {
			t.Errorf("the list: %+v", list.Items)
		}
	}
	if list, err := w.svc.ToSign(w.ctx, w.rival, "", "", 10); err != nil || len(list.Items) != 0 {
		t.Errorf("another buyer's list: %+v, %v", list.Items, err)
	}
	first := w.shown(ours[0], id)
	sign := func(a access.Actor, shown, key string) error {
		_, err := w.svc.Sign(w.ctx, a, id, shown, key)
		return err
	}
	w.is(sign(theirs[0], first, "early-0001"), contract.NotYourTurn)
	w.is(sign(w.mine, first, "other-0001"), contract.NotSigner)
	w.is(sign(w.rival, first, "rival-0001"), contract.NotFound)
	unproved := ours[0]
	unproved.Confirmed = noon.Add(-time.Hour)
	w.is(sign(unproved, first, "proof-0001"), fault.StepUp)
	one, err := w.svc.Sign(w.ctx, ours[0], id, first, "first-0001")
	w.must(err)
	again, err := w.svc.Sign(w.ctx, ours[0], id, first, "first-0001")
	w.must(err)
	if one != again {
		t.Error("a request that is repeated is answered otherwise")
	}
	w.is(sign(ours[0], one.Sum, "first-0002"), contract.SignedByYou)
	w.is(sign(theirs[0], first, "stale-0001"), contract.PaperChanged)
	w.must(sign(theirs[1], w.shown(theirs[1], id), "third-0001"))
	w.must(sign(theirs[0], w.shown(theirs[0], id), "second-001"))
	w.isNow(id, contract.Signing)
	if _, err := w.svc.Certificate(w.ctx, w.mine, id); !errors.Is(err, contract.NotAllSigned) {
		t.Errorf("a certificate of what is not signed: %v", err)
	}
	w.must(sign(ours[1], w.shown(ours[1], id), "fourth-001"))
	w.isNow(id, contract.Active)
	f, err := w.svc.Paper(w.ctx, theirs[0], id)
	w.must(err)
	got, err := verify(w, f.Bytes)
	w.must(err)
	if got != 4 {
		t.Errorf("%d signatures in the paper", got)
	}
	if c, err := w.svc.Certificate(w.ctx, theirs[0], id); err != nil || len(c.Bytes) == 0 {
		t.Errorf("the certificate: %v", err)
	}
}

func verify(w *world, b []byte) (int, error) {
	got, err := sign.Verify(b, w.svc.Signer.Roots()...)
	return len(got), err
}

func TestARequestNamesPeopleOfBothSides(t *testing.T) {
	w, ours, _ := signs(t, 1, 1)
	id := w.toBeSigned("Pumps", noon)
	in := w.form(id, map[uuid.UUID]int{ours[0].User: 1})
	for _, tt := range []struct {
		name string
		in   func(*contractsvc.SigningForm)
		at   string
	}{
		{"nobody of the other side", func(*contractsvc.SigningForm) {}, "/signers"},
		{"a stranger", func(f *contractsvc.SigningForm) {
			f.Signers = append(f.Signers, contractsvc.SignerForm{Account: w.rival.User, Capacity: "x", Turn: 1})
		}, "/signers/1/account_id"},
		{"twice", func(f *contractsvc.SigningForm) { f.Signers = append(f.Signers, f.Signers[0]) }, "/signers/1/account_id"},
		{"no turn", func(f *contractsvc.SigningForm) { f.Signers[0].Turn = 0 }, "/signers/0/turn"},
		{"no capacity", func(f *contractsvc.SigningForm) { f.Signers[0].Capacity = " " }, "/signers/0/capacity"},
		{"no days", func(f *contractsvc.SigningForm) { f.Days = 0 }, "/days"},
	} {
		form := in
		form.Signers = append([]contractsvc.SignerForm{}, in.Signers...)
		tt.in(&form)
		err := w.svc.BeginSigning(w.ctx, w.mine, id, form)
		var e *fault.Error
		if !errors.As(err, &e) || !errors.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		found := false
		for _, f := range e.Fields {
			found = found || f.Pointer == tt.at
		}
		if !found {
			t.Errorf("%s: %v", tt.name, e.Fields)
		}
	}
	w.isNow(id, contract.Sent)
}

func TestNobodySignsBeforeTheStandstillHasEnded(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	id := w.toBeSigned("Pumps", noon)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 1})))
	_, err := pgtest.Do(w.ctx, w.db, `UPDATE contract SET no_signature_before = $2 WHERE id = $1`, id, noon.Add(time.Hour))
	w.must(err)
	pgtest.SetClock(t, w.db, noon.Add(time.Hour-500*time.Millisecond))
	_, err = w.svc.Sign(w.ctx, ours[0], id, w.shown(ours[0], id), "early-0001")
	w.is(err, contract.Standstill)
	pgtest.SetClock(t, w.db, noon.Add(time.Hour))
	_, err = w.svc.Sign(w.ctx, ours[0], id, w.shown(ours[0], id), "early-0002")
	w.must(err)
	other := w.toBeSigned("Pipes", noon.Add(2*time.Hour))
	w.is(w.svc.BeginSigning(w.ctx, w.mine, other, w.form(other, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 1})), contract.Standstill)
}

// What a complaint about the award stops is not signed, however far its signing is.
func TestNobodySignsWhatAComplaintStops(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	_, category, other := w.awarded(w.mine, sourcing.Tender, "Pumps", theirs[0].Org)
	id := w.toBeSigned("Nets", noon)
	_, err := pgtest.Do(w.ctx, w.db, `UPDATE contract SET award_id = NULL WHERE id = $1`, other)
	w.must(err)
	_, err = pgtest.Do(w.ctx, w.db, `UPDATE contract SET award_id = (SELECT id FROM award WHERE category_id = $2) WHERE id = $1`, id, category)
	w.must(err)
	turns := map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2}
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, turns)))
	_, err = w.svc.Sign(w.ctx, ours[0], id, w.shown(ours[0], id), "first-0001")
	w.must(err)
	_, err = pgtest.Do(w.ctx, w.db, `INSERT INTO award_freeze (id, award_id, category_id, buyer_id, reason, begun_by, begun_at)
		SELECT gen_random_uuid(), w.id, w.category_id, w.buyer_id, 'r', $2, $3 FROM award w WHERE w.category_id = $1`, category, w.mine.User, noon)
	w.must(err)
	_, err = w.svc.Sign(w.ctx, theirs[0], id, w.shown(theirs[0], id), "second-0001")
	w.is(err, award.Frozen)
	if d, err := w.svc.SupplierContract(w.ctx, theirs[0], id); err != nil || !d.AwardFrozen {
		t.Errorf("%v %v", d.AwardFrozen, err)
	}
	_, err = pgtest.Do(w.ctx, w.db, `UPDATE award_freeze SET outcome = 'dismissed', said = 's', asked_by = $2, asked_at = $4, ended_by = $3, ended_at = $4 WHERE category_id = $1`,
		category, w.mine.User, ours[0].User, noon)
	w.must(err)
	_, err = w.svc.Sign(w.ctx, theirs[0], id, w.shown(theirs[0], id), "second-0002")
	w.must(err)
	w.isNow(id, contract.Active)
}

func TestARequestEndsWithoutAllOfItsSignatures(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	turns := map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2}
	id := w.toBeSigned("Pumps", noon)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, turns)))
	_, err := w.svc.Sign(w.ctx, ours[0], id, w.shown(ours[0], id), "first-0001")
	w.must(err)
	w.is(w.svc.Decline(w.ctx, theirs[0], id, " "), fault.Invalid)
	w.is(w.svc.Decline(w.ctx, w.mine, id, "I never signed"), contract.NotSigner)
	w.must(w.svc.Decline(w.ctx, theirs[0], id, "The price is another"))
	w.isNow(id, contract.Negotiating)
	_, err = w.svc.Sign(w.ctx, theirs[0], id, "", "late-00001")
	w.is(err, contract.IllegalMove)

	w.becomes(id, contract.Sent)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, turns)))
	w.is(w.svc.CallOff(w.ctx, theirs[0], id, "x"), fault.Forbidden)
	w.must(w.svc.CallOff(w.ctx, w.mine, id, "Another person signs"))
	w.isNow(id, contract.Sent)

	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, turns)))
	pgtest.SetClock(t, w.db, noon.AddDate(0, 0, 14))
	_, err = w.svc.Sign(w.ctx, ours[0], id, w.shown(ours[0], id), "late-00002")
	w.is(err, contract.RequestOver)
	w.must(w.svc.SweepSignings(w.ctx))
	w.must(w.svc.SweepSignings(w.ctx))
	w.isNow(id, contract.Sent)
	if v, err := w.svc.SigningOf(w.ctx, theirs[0], id); err != nil || *v.Signing.Outcome != string(contract.RanOut) {
		t.Errorf("%v", err)
	}
}

func TestWhatIsSignedBeginsOnItsFirstDay(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	id := w.toBeSigned("Pumps", noon)
	_, err := pgtest.Do(w.ctx, w.db, `UPDATE contract SET starts_on = '2026-11-25' WHERE id = $1`, id)
	w.must(err)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 1})))
	for i, a := range []access.Actor{theirs[0], ours[0]} {
		_, err := w.svc.Sign(w.ctx, a, id, w.shown(a, id), fmt.Sprint("sign-0000", i))
		w.must(err)
	}
	w.isNow(id, contract.Signing)
	w.must(w.svc.SweepSignings(w.ctx))
	w.isNow(id, contract.Signing)
	w.is(w.svc.CallOff(w.ctx, w.mine, id, "too late"), contract.RequestOver)
	pgtest.SetClock(t, w.db, time.Date(2026, 11, 25, 0, 0, 1, 0, time.UTC))
	w.must(w.svc.SweepSignings(w.ctx))
	w.must(w.svc.SweepSignings(w.ctx))
	w.isNow(id, contract.Active)
}

func TestWhoHasNotSignedIsReminded(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	id := w.toBeSigned("Pumps", noon)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2})))
	reminded := func() (n int) {
		w.must(w.db.QueryRow(w.ctx, `SELECT count(*) FROM audit_entry WHERE action = 'contract.contract.signing_reminded'`).Scan(&n))
		return n
	}
	for i, want := range []int{0, 1, 1, 2} {
		pgtest.SetClock(t, w.db, noon.Add([]time.Duration{71, 72, 73, 144}[i]*time.Hour))
		w.must(w.svc.SweepSignings(w.ctx))
		if got := reminded(); got != want {
			t.Errorf("%d: reminded %d times instead of %d", i, got, want)
		}
	}
}

// rounds is how often eight people sign at once; what hours are there for does it fifty times.
var rounds = 8

// Eight people sign at once: they queue, and each reads anew what the other has signed.
func TestEightSignAtOnce(t *testing.T) {
	w, ours, theirs := signs(t, 4, 4)
	for round := range rounds {
		id := w.toBeSigned(fmt.Sprint("Pumps ", round), noon)
		people := append(append([]access.Actor{}, ours...), theirs...)
		turns := map[uuid.UUID]int{}
		for _, p := range people {
			turns[p.User] = 1
		}
		w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, turns)))
		var wait sync.WaitGroup
		for _, p := range people {
			wait.Go(func() {
				for try := range 100 {
					f, err := w.svc.Paper(w.ctx, p, id)
					if err != nil {
						t.Error(err)
						return
					}
					sum := sha256.Sum256(f.Bytes)
					_, err = w.svc.Sign(w.ctx, p, id, hex.EncodeToString(sum[:]), fmt.Sprint("try-", id, try))
					if err == nil {
						return
					}
					if !errors.Is(err, contract.PaperChanged) {
						t.Error(err)
						return
					}
				}
				t.Error("never had its turn")
			})
		}
		wait.Wait()
		w.isNow(id, contract.Active)
		f, err := w.svc.Paper(w.ctx, w.mine, id)
		w.must(err)
		if got, err := verify(w, f.Bytes); err != nil || got != 8 {
			t.Errorf("%d signatures: %v", got, err)
		}
	}
}

// What is recalled while it is signed is void; what all have signed is recalled no more.
func TestARecallVoidsWhatWasSigned(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	turns := map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 1}
	id := w.toBeSigned("Pumps", noon)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, turns)))
	_, err := w.svc.Sign(w.ctx, ours[0], id, w.shown(ours[0], id), "first-0001")
	w.must(err)
	w.must(w.svc.Recall(w.ctx, w.mine, id, "The price is another"))
	w.isNow(id, contract.Draft)
	_, err = w.svc.SigningOf(w.ctx, theirs[0], id)
	w.is(err, contract.NotFound)
	w.becomes(id, contract.Sent)
	w.wasSent(id)
	_, err = pgtest.Do(w.ctx, w.db, `UPDATE contract SET starts_on = '2027-11-25' WHERE id = $1`, id)
	w.must(err)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, turns)))
	for i, a := range []access.Actor{theirs[0], ours[0]} {
		_, err := w.svc.Sign(w.ctx, a, id, w.shown(a, id), fmt.Sprint("sign-0000", i))
		w.must(err)
	}
	w.is(w.svc.Recall(w.ctx, w.mine, id, "Too late"), contract.RequestOver)
}

func TestASignedPaperNeedsASecondPerson(t *testing.T) {
	w, ours, _ := signs(t, 1, 1)
	id := w.toBeSigned("Pumps", noon.AddDate(0, 0, -2))
	pdf := []byte("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")
	u, err := w.svc.BeginUpload(w.ctx, w.mine, uuid.Nil, "signed.pdf", int64(len(pdf)))
	w.must(err)
	u, err = w.svc.Append(w.ctx, w.mine, uuid.Nil, u.ID, 0, pdf)
	w.must(err)
	day := func(n int) *time.Time { d := time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC); return &d }
	in := contractsvc.ScanForm{File: u.File, Number: 1, SignedOn: day(22), ForBuyer: "Asha", ForOther: "Juma"}
	for _, bad := range []func(*contractsvc.ScanForm){
		func(f *contractsvc.ScanForm) { f.SignedOn = day(20) }, // in the standstill
		func(f *contractsvc.ScanForm) { f.SignedOn = day(24) }, // tomorrow
		func(f *contractsvc.ScanForm) { f.SignedOn = nil },
		func(f *contractsvc.ScanForm) { f.ForOther = "" },
		func(f *contractsvc.ScanForm) { f.Number = 9 },
		func(f *contractsvc.ScanForm) { f.File = uuid.New() },
	} {
		form := in
		bad(&form)
		w.is(w.svc.OfferScan(w.ctx, w.mine, id, form), fault.Invalid)
	}
	w.is(w.svc.OfferScan(w.ctx, w.rival, id, in), contract.NotFound)
	w.must(w.svc.OfferScan(w.ctx, w.mine, id, in))
	w.is(w.svc.OfferScan(w.ctx, w.mine, id, in), contract.ScanWaits)
	w.is(w.svc.DecideScan(w.ctx, w.mine, id, true, ""), contract.OwnScan)
	w.is(w.svc.DecideScan(w.ctx, ours[0], id, false, ""), fault.Invalid)
	w.must(w.svc.DecideScan(w.ctx, ours[0], id, false, "A page is missing"))
	w.isNow(id, contract.Sent)
	w.must(w.svc.OfferScan(w.ctx, w.mine, id, in))
	w.must(w.svc.DecideScan(w.ctx, ours[0], id, true, ""))
	w.isNow(id, contract.Active)
	w.is(w.svc.DecideScan(w.ctx, ours[0], id, true, ""), contract.IllegalMove)
	if f, err := w.svc.ScanFile(w.ctx, ours[0], id); err != nil || string(f.Bytes) != string(pdf) {
		t.Errorf("it is not what came: %v", err)
	}
	list, err := w.svc.ToSign(w.ctx, w.mine, "", "", 10)
	w.must(err)
	if len(list.Items) != 0 {
		t.Errorf("%d are to be signed", len(list.Items))
	}
}
