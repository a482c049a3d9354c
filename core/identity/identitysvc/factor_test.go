package identitysvc_test

import (
	"bytes"
	"context"
	"encoding/base32"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// operator is one of the platform's own staff, with every privilege of its type.
func (b *bundle) operator(ctx context.Context, t *testing.T) access.Actor {
	t.Helper()
	a := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Name: "Wanjiru Kamau", Email: "wanjiru@zabuni.example"}
	err := pg.InTx(ctx, b.db, func(tx pg.Tx) error {
		r := partysvc.Registration{Profile: party.Profile{CompanyType: "limited", Name: "Zabuni", Country: "KE", TaxID: "P059999998Z"}}
		if err := partysvc.Create(ctx, tx, access.System, "operator", a.Org, r); err != nil {
			return err
		}
		return b.svc.CreateAdministrator(ctx, tx, a, "Wanjiru", "Kamau", "254701234567", "simba42")
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAuthenticatorApp(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	other, _ := b.enter(ctx, t, "198.51.100.1")
	_, a := b.enter(ctx, t, "203.0.113.7")
	stale := a
	stale.Confirmed = a.Confirmed.Add(-identity.StepUpTTL - time.Minute)
	_, err := b.svc.BeginApp(ctx, stale)
	is(t, err, fault.StepUp)
	_, err = b.svc.EnableApp(ctx, a, "123456")
	is(t, err, identity.NotEnrolling)
	begun, err := b.svc.BeginApp(ctx, a)
	if err != nil || !strings.HasPrefix(begun.Address, "otpauth://totp/Zabuni") {
		t.Fatal(begun, err)
	}
	secret := secretOf(t, begun.Secret)
	at := func(steps int64) string {
		t.Helper()
		var now time.Time
		if err := b.db.QueryRow(ctx, "SELECT zabuni.clock()").Scan(&now); err != nil {
			t.Fatal(err)
		}
		return identity.TOTP(secret, identity.StepAt(now)+steps)
	}
	var sealed []byte
	if err := b.db.QueryRow(ctx, "SELECT sealed FROM authenticator").Scan(&sealed); err != nil || bytes.Contains(sealed, secret) {
		t.Fatal("the secret lies open:", err)
	}
	_, err = b.again(t).EnableApp(ctx, a, at(0)) // it has another key
	if err == nil {
		t.Fatal("another key opens the secret")
	}
	codes, err := b.svc.EnableApp(ctx, a, at(0))
	if err != nil || len(codes) != identity.RecoveryCodes {
		t.Fatal(codes, err)
	}
	b.ended(ctx, t, b.svc, other)

	half, err := b.login(ctx, "simba42")
	if err != nil || half.Status != identity.LoginAwaitingTFA || half.Method != identity.ByApp {
		t.Fatal(half, err)
	}
	pending, waits, err := b.svc.Authenticate(ctx, half.Token, half.Secret)
	if err != nil || !waits {
		t.Fatal(waits, err)
	}
	is(t, b.svc.ResendCode(ctx, pending), identity.NoMailedCode)
	is(t, b.svc.VerifyCode(ctx, pending, at(0), browser), identity.CodeSpent)
	is(t, b.svc.VerifyCode(ctx, pending, at(2), browser), identity.CodeWrong)
	if err := b.svc.VerifyCode(ctx, pending, at(1), browser); err != nil {
		t.Fatal(err)
	}
	is(t, b.svc.VerifyCode(ctx, pending, at(1), browser), identity.CodeSpent)

	// Fifty uses of one recovery code at once: one wins.
	var wins sync.Map
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			p := pending
			p.Session = uuid.New() // tries are counted by session; these are as many sign-ins
			if b.svc.VerifyCode(ctx, p, strings.ToLower(codes[3]), browser) == nil {
				wins.Store(i, true)
			}
		})
	}
	wg.Wait()
	won := 0
	wins.Range(func(any, any) bool { won++; return true })
	if won != 1 {
		t.Fatalf("%d uses of one recovery code", won)
	}
	if f, err := b.svc.Factor(ctx, a); err != nil || f.RecoveryLeft != 9 || f.Method != identity.ByApp {
		t.Fatal(f, err)
	}
	is(t, b.svc.DisableFactor(ctx, stale), fault.StepUp)
	if err := b.svc.DisableFactor(ctx, a); err != nil {
		t.Fatal(err)
	}
	if o, err := b.login(ctx, "simba42"); err != nil || o.Status != identity.LoginDone {
		t.Fatal(o, err)
	}
}

func TestTheTwentyFirstTryOfADayIsRefused(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	_, a := b.enter(ctx, t, "203.0.113.7")
	begun, err := b.svc.BeginApp(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	var now time.Time
	if err := b.db.QueryRow(ctx, "SELECT zabuni.clock()").Scan(&now); err != nil {
		t.Fatal(err)
	}
	// Away from midnight, at which a new day's tries begin.
	pgtest.SetClock(t, b.db, now.Truncate(24*time.Hour).Add(36*time.Hour))
	right := func() string {
		if err := b.db.QueryRow(ctx, "SELECT zabuni.clock()").Scan(&now); err != nil {
			t.Fatal(err)
		}
		return identity.TOTP(secretOf(t, begun.Secret), identity.StepAt(now))
	}
	a.Confirmed = now.Truncate(24 * time.Hour).Add(36 * time.Hour)
	if _, err := b.svc.EnableApp(ctx, a, right()); err != nil {
		t.Fatal(err)
	}
	stranger, own := browser, browser
	stranger.Device, own.Device = "a device that nobody knows", "the owner's"
	pgtest.Advance(t, b.db, time.Minute)
	if err := b.svc.VerifyCode(ctx, a, right(), own); err != nil {
		t.Fatal(err)
	}
	replicas := []*identitysvc.Service{b.svc, b.again(t)}
	for n := range 20 {
		p := a
		p.Session = uuid.New() // each sign-in with the stolen password has five of its own
		if err := replicas[n%2].VerifyCode(ctx, p, "ABCDE-FGHJK", browser); fault.As(err).Def != identity.CodeWrong {
			t.Fatalf("try %d: %v", n, err)
		}
	}
	pgtest.Advance(t, b.db, time.Minute)
	is(t, b.svc.VerifyCode(ctx, a, right(), browser), fault.TooMany)
	is(t, b.svc.VerifyCode(ctx, a, right(), stranger), fault.TooMany)
	if err := b.svc.VerifyCode(ctx, a, right(), own); err != nil {
		t.Error("the owner's device is closed out:", err)
	}
	for n := range 20 { // which has as many of its own
		p := a
		p.Session = uuid.New()
		if err := b.svc.VerifyCode(ctx, p, "ABCDE-FGHJK", own); fault.As(err).Def != identity.CodeWrong {
			t.Fatalf("try %d of the device: %v", n, err)
		}
	}
	is(t, b.svc.VerifyCode(ctx, a, right(), own), fault.TooMany)
	pgtest.Advance(t, b.db, 12*time.Hour)
	if err := b.svc.VerifyCode(ctx, a, right(), browser); err != nil {
		t.Fatal("the next day is closed too:", err)
	}
}

func secretOf(t *testing.T, text string) []byte {
	t.Helper()
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

func TestSupportViewIsNeverSilent(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	_, customer := b.enter(ctx, t, "203.0.113.7")
	operator := b.operator(ctx, t)
	opened, err := b.try(ctx, b.svc, operator.Email, "simba42", "203.0.113.8", "")
	if err != nil {
		t.Fatal(err)
	}
	a, _, err := b.svc.Authenticate(ctx, opened.Token, opened.Secret)
	if err != nil {
		t.Fatal(err)
	}
	begin := func(a access.Actor, reason string) (identitysvc.Opened, error) {
		return b.svc.BeginSupport(ctx, a, customer.Org, reason, opened.Token)
	}
	_, err = begin(a, "  ")
	if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != "/reason" {
		t.Fatal(err)
	}
	stale := a
	stale.Confirmed = a.Confirmed.Add(-time.Hour)
	_, err = begin(stale, "Ticket 4711")
	is(t, err, fault.StepUp)
	bare := a
	bare.Privileges = nil
	_, err = begin(bare, "Ticket 4711")
	is(t, err, fault.Forbidden)
	view, err := begin(a, "Ticket 4711")
	if err != nil || view.UserType != access.Supplier {
		t.Fatal(view, err)
	}
	claims, _, err := b.tokens.Verify(view.Token)
	if err != nil || claims.Act == nil || claims.Act.Subject != a.User {
		t.Fatal("the token hides who acts:", claims, err)
	}
	_, _, err = b.svc.Authenticate(ctx, opened.Token, opened.Secret)
	is(t, err, identity.TokenExpired)
	seen, _, err := b.svc.Authenticate(ctx, view.Token, opened.Secret)
	if err != nil || !seen.Support || seen.User != a.User || seen.Org != customer.Org || seen.Type != access.Supplier {
		t.Fatalf("%+v %v", seen, err)
	}
	_, err = b.svc.BeginSupport(ctx, seen, customer.Org, "again", view.Token)
	is(t, err, identitysvc.AlreadyViewing)
	var detail []byte
	var actor, owner uuid.UUID
	err = b.db.QueryRow(ctx, "SELECT actor_id, company_id, detail FROM audit_entry WHERE action = 'support.view.began'").Scan(&actor, &owner, &detail)
	var d map[string]any
	if err == nil {
		err = json.Unmarshal(detail, &d)
	}
	if err != nil || actor != a.User || owner != customer.Org || d["reason"] != "Ticket 4711" || d["company"] != "Kazi Traders" {
		t.Fatal("the log does not name both:", actor, owner, d, err)
	}
	// After half an hour the session is the operator's own again.
	pgtest.Advance(t, b.db, identitysvc.SupportTTL/2)
	kept, err := b.svc.Refresh(ctx, view.Token, opened.Secret)
	if err != nil || kept.UserType != access.Supplier {
		t.Fatal(kept, err)
	}
	pgtest.Advance(t, b.db, identitysvc.SupportTTL/2+time.Second)
	_, _, err = b.again(t).Authenticate(ctx, kept.Token, kept.Secret)
	is(t, err, identity.TokenExpired)
	back, err := b.svc.Refresh(ctx, kept.Token, kept.Secret)
	if err != nil || back.UserType != access.Operator {
		t.Fatal(back, err)
	}
}

// Whoever opens bids or awards, and the operator's people, sign in with a code by mail
// from the first time on, and cannot turn that off; everybody else does as they like,
// and everybody does where an installation leaves it to them.
func TestWhoNeedsASecondFactor(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	for name, c := range map[string]struct {
		kind   access.UserType
		title  access.Privilege
		denied bool
		needed bool
	}{
		"a bidder":                          {access.Supplier, access.MakePayments, false, false},
		"who opens":                         {access.Buyer, access.OpenBids, false, true},
		"who awards":                        {access.Buyer, access.AwardJob, false, true},
		"who evaluates":                     {access.Buyer, access.EvaluateBids, false, false},
		"whose award is denied":             {access.Buyer, access.AwardJob, true, false},
		"the operator's people":             {access.Operator, access.ViewReport, false, true},
		"the operator's, without any right": {access.Operator, access.AwardJob, false, true},
		"contract managers":                 {access.Temp, access.ManageContract, false, false},
	} {
		if _, err := pgtest.Do(ctx, b.db, `WITH a AS (UPDATE account SET user_type = $1, two_fa = false RETURNING id, company_id),
				r AS (INSERT INTO role (id, company_id, user_type, name, created_at) SELECT gen_random_uuid(), a.company_id, $1, $2, zabuni.clock() FROM a RETURNING id),
				o AS (DELETE FROM account_role), p AS (INSERT INTO role_privilege (role_id, title, denied) SELECT r.id, $3, $4 FROM r)
			INSERT INTO account_role (account_id, role_id) SELECT a.id, r.id FROM a, r`, c.kind, name, c.title, c.denied); err != nil {
			t.Fatal(name, err)
		}
		optional, err := b.login(ctx, "simba42")
		if err != nil || optional.TwoFA {
			t.Errorf("%s, where it is left to people: %+v, %v", name, optional, err)
		}
		strict := identitysvc.New(b.db, b.tokens, identitysvc.Cheap(), identitysvc.Settings{Needed: true})
		o, err := b.try(ctx, strict, asha, "simba42", "203.0.113.1", "")
		if err != nil {
			t.Fatal(name, err)
		}
		awaited := o.TwoFA && o.Status == identity.LoginAwaitingTFA && o.Method == identity.ByMail
		if awaited != c.needed || o.TwoFA != c.needed {
			t.Errorf("%s: %+v", name, o)
		}
		var entries int
		if err := b.db.QueryRow(ctx, `SELECT count(*) FROM audit_entry WHERE action = 'identity.factor.enabled' AND detail->>'needed' = 'true'`).Scan(&entries); err != nil {
			t.Fatal(err)
		}
		again, err := b.try(ctx, strict, asha, "simba42", "203.0.113.1", "")
		if err != nil || again.TwoFA != c.needed {
			t.Errorf("%s, again: %+v, %v", name, again, err)
		}
		var later int
		if err := b.db.QueryRow(ctx, `SELECT count(*) FROM audit_entry WHERE action = 'identity.factor.enabled' AND detail->>'needed' = 'true'`).Scan(&later); err != nil || later != entries {
			t.Errorf("%s: it is turned on %d times more: %v", name, later-entries, err)
		}
		a := access.Actor{User: uuid.New(), Type: c.kind, Privileges: []access.Privilege{c.title}}
		if c.denied {
			a.Privileges = nil
		}
		if err := strict.DisableFactor(ctx, a); errors.Is(err, identity.FactorNeeded) != c.needed {
			t.Errorf("%s turns it off: %v", name, err)
		}
		if err := b.svc.DisableFactor(ctx, a); errors.Is(err, identity.FactorNeeded) {
			t.Errorf("%s cannot turn it off where it is left to people: %v", name, err)
		}
	}
}
