package identitysvc_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

type bundle struct {
	svc    *identitysvc.Service
	db     *pgxpool.Pool
	tokens *identity.Tokens
}

var browser = identitysvc.Client{Network: "203.0.113.7", Agent: "test", Browser: true}

func setup(t *testing.T) (context.Context, *bundle) {
	t.Helper()
	db := pgtest.New(t)
	tokens := identity.NewTokens(ed25519.NewKeyFromSeed(make([]byte, 32)), pgtest.Clock(t, db))
	return t.Context(), &bundle{identitysvc.New(db, tokens, identitysvc.Cheap(), identitysvc.Settings{Factors: keeper(t)}), db, tokens}
}

func form() identitysvc.Registration {
	return identitysvc.Registration{
		Company: partysvc.Registration{Profile: party.Profile{CompanyType: "partnership", Name: "Kazi Traders", Country: "KE",
			PhysicalAddress: "Kenyatta Avenue", Phone: "0701 234 567", TaxID: "p051234567z"}},
		FirstName: "Asha", LastName: "Juma", Email: "Asha@Kazi.Example", Phone: "+254701234568",
		Password: "simba42", Confirm: "simba42", AgreeTerms: true,
	}
}

// activated registers a supplier and activates it by the link that a mail would hold.
func (b *bundle) activated(ctx context.Context, t *testing.T) {
	t.Helper()
	if _, err := b.svc.Register(ctx, form(), browser); err != nil {
		t.Fatal(err)
	}
	if _, err := b.svc.Activate(ctx, b.link(ctx, t, "activation").Secret); err != nil {
		t.Fatal(err)
	}
}

// mailed is what a mail would hold.
type mailed struct{ UID, Secret string }

func (b *bundle) link(ctx context.Context, t *testing.T, purpose string) mailed {
	t.Helper()
	var id uuid.UUID
	secret := uuid.NewString()
	err := pg.InTx(ctx, b.db, func(tx pg.Tx) (err error) {
		if err := tx.QueryRow(ctx, "SELECT id FROM account WHERE email = 'asha@kazi.example'").Scan(&id); err != nil {
			return err
		}
		return b.svc.ExpectLink(ctx, tx, id, purpose, secret)
	})
	if err != nil {
		t.Fatal(err)
	}
	return mailed{identitysvc.UID(id), secret}
}

func (b *bundle) login(ctx context.Context, password string) (identitysvc.Opened, error) {
	return b.svc.Login(ctx, identitysvc.Credentials{Username: "asha@kazi.example", Password: password}, browser)
}

func is(t *testing.T, err error, want *fault.Def) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %s", err, want.Code)
	}
}

func TestRegistrationToSession(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	email, err := b.svc.Register(ctx, form(), browser)
	if err != nil || email != "asha@kazi.example" {
		t.Fatal(email, err)
	}
	_, err = b.login(ctx, "simba42")
	is(t, err, identity.NotActivated)
	m := b.link(ctx, t, "activation")
	if _, err := b.svc.Activate(ctx, m.Secret+"x"); !errors.Is(err, identity.ActivationInvalid) {
		t.Fatal("a wrong link activates:", err)
	}
	if _, err := b.svc.Activate(ctx, m.Secret); err != nil {
		t.Fatal(err)
	}
	_, err = b.svc.Activate(ctx, m.Secret)
	is(t, err, identity.ActivationInvalid)
	o, err := b.login(ctx, "simba42")
	if err != nil || o.Status != identity.LoginDone || o.UserType != access.Supplier {
		t.Fatalf("%+v %v", o, err)
	}
	a, pending, err := b.svc.Authenticate(ctx, o.Token, o.Secret)
	if err != nil || pending || a.Name != "Asha Juma" || !a.Has(access.MakePayments) {
		t.Fatalf("%+v %v %v", a, pending, err)
	}
	me, err := b.svc.Me(ctx, partysvc.New(b.db), a, false)
	if err != nil || me.Company.Phone != "254701234567" || me.Company.TaxID != "P051234567Z" || me.Initials != "KT" || me.Currency != "KES" {
		t.Fatalf("%+v %v", me, err)
	}
	var entries, events int
	err = b.db.QueryRow(ctx, "SELECT (SELECT count(*) FROM audit_entry), (SELECT count(*) FROM outbox)").Scan(&entries, &events)
	if err != nil || entries != events || entries < 4 {
		t.Fatalf("%d audit entries, %d events, %v", entries, events, err)
	}
}

func TestRegistrationTellsEverythingAtOnce(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	r := form()
	r.Company.Profile.TaxID, r.Company.Profile.Phone, r.Company.Profile.Name = "1", "12", " "
	r.Email, r.Password, r.Confirm, r.AgreeTerms = "asha", "simba", "other", false
	_, err := b.svc.Register(ctx, r, browser)
	want := map[string]string{
		"/company/tax_id": fault.BadFormat, "/company/phone": fault.BadFormat, "/company/name": fault.Required, "/user/email": fault.BadFormat,
		"/user/password": identity.PasswordWeak, "/user/confirm_password": identity.PasswordMismatch, "/agree_terms": identity.TermsNotAgreed,
	}
	got := fault.As(err).Fields
	for _, f := range got {
		if want[f.Pointer] != f.Code {
			t.Errorf("%s: %s", f.Pointer, f.Code)
		}
		delete(want, f.Pointer)
	}
	if len(want) > 0 {
		t.Errorf("not told: %v", want)
	}
	b.activated(ctx, t)
	_, err = b.svc.Register(ctx, form(), browser)
	if f := fault.As(err).Fields; len(f) != 1 || f[0].Code != party.TaxIDTaken {
		t.Fatal(err)
	}
	r = form()
	r.Company.Profile.TaxID = "P059999999Z"
	_, err = b.svc.Register(ctx, r, browser)
	if f := fault.As(err).Fields; len(f) != 1 || f[0].Code != identity.EmailTaken {
		t.Fatal(err)
	}
}

func TestHalvesAreWorthNothingAlone(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	one, _ := b.login(ctx, "simba42")
	two, err := b.login(ctx, "simba42")
	if err != nil {
		t.Fatal(err)
	}
	program, err := b.svc.Login(ctx, identitysvc.Credentials{Username: "asha@kazi.example", Password: "simba42"}, identitysvc.Client{})
	if err != nil || program.Secret != "" {
		t.Fatal(program, err)
	}
	for name, pair := range map[string][2]string{
		"token alone": {one.Token, ""}, "another session's token": {two.Token, one.Secret}, "nothing": {"", ""},
		"secret as token": {one.Secret, one.Secret}, "cut token": {one.Token[:len(one.Token)-2], one.Secret},
	} {
		if a, _, err := b.svc.Authenticate(ctx, pair[0], pair[1]); fault.As(err).Kind != fault.KindUnauthenticated {
			t.Errorf("%s: %v %v", name, a, err)
		}
	}
	for name, pair := range map[string][2]string{"browser": {one.Token, one.Secret}, "program": {program.Token, ""}} {
		if _, _, err := b.svc.Authenticate(ctx, pair[0], pair[1]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	a, _, _ := b.svc.Authenticate(ctx, one.Token, one.Secret)
	if err := b.svc.Logout(ctx, a); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.svc.Authenticate(ctx, one.Token, one.Secret); fault.As(err).Kind != fault.KindUnauthenticated {
		t.Error("a session outlives its logout:", err)
	}
}

func TestRenewalRotatesAndReuseEndsTheSession(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	o, err := b.login(ctx, "simba42")
	if err != nil {
		t.Fatal(err)
	}
	age := func(d string) {
		t.Helper()
		if _, err := b.db.Exec(ctx, "UPDATE session SET rotated_at = rotated_at - $1::interval", d); err != nil {
			t.Fatal(err)
		}
	}
	age("1 minute")
	next, err := b.svc.Refresh(ctx, o.Token, o.Secret)
	if err != nil || next.Secret == o.Secret || next.Secret == "" {
		t.Fatal(next, err)
	}
	late, err := b.svc.Refresh(ctx, o.Token, o.Secret) // a tab that lost the race
	if err != nil || late.Secret != next.Secret {
		t.Fatal(late, err)
	}
	if _, _, err := b.svc.Authenticate(ctx, late.Token, next.Secret); err != nil {
		t.Fatal("the late tab's token does not fit the new half:", err)
	}
	age("1 minute")
	_, err = b.svc.Refresh(ctx, o.Token, o.Secret)
	is(t, err, fault.Unauthenticated)
	_, _, err = b.svc.Authenticate(ctx, next.Token, next.Secret)
	is(t, err, fault.Unauthenticated)
}

func TestALostRenewalIsAnsweredAgain(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	o, err := b.login(ctx, "simba42")
	if err != nil {
		t.Fatal(err)
	}
	replicas := []*identitysvc.Service{b.svc, b.again(t)}
	// Three renewals after one another lose their answers; the person comes back within the grace, and long after it.
	for round := range 3 {
		pgtest.Advance(t, b.db, time.Minute)
		lost, err := replicas[0].Refresh(ctx, o.Token, o.Secret)
		if err != nil || lost.Secret == o.Secret {
			t.Fatal(round, lost, err)
		}
		for _, later := range []time.Duration{time.Second, 20 * time.Minute} {
			pgtest.Advance(t, b.db, later)
			again, err := replicas[1].Refresh(ctx, o.Token, o.Secret)
			if err != nil || again.Secret != lost.Secret {
				t.Fatalf("round %d, %s later: %q instead of %q, %v", round, later, again.Secret, lost.Secret, err)
			}
			lost = again
		}
		// What was received at last is a whole session, and goes on.
		if _, _, err := replicas[0].Authenticate(ctx, lost.Token, lost.Secret); err != nil {
			t.Fatal(round, err)
		}
		o = lost
	}
	// It was taken: now the half before is a thief's.
	pgtest.Advance(t, b.db, time.Minute)
	next, err := b.svc.Refresh(ctx, o.Token, o.Secret)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.svc.Authenticate(ctx, next.Token, next.Secret); err != nil {
		t.Fatal(err)
	}
	pgtest.Advance(t, b.db, identity.RotationGrace)
	_, err = b.svc.Refresh(ctx, o.Token, o.Secret)
	is(t, err, fault.Unauthenticated)
	b.ended(ctx, t, b.svc, next)
}

func TestResetLinkWorksOnce(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	o, err := b.login(ctx, "simba42")
	if err != nil {
		t.Fatal(err)
	}
	m := b.link(ctx, t, "reset")
	if email, err := b.svc.CheckReset(ctx, m.UID, m.Secret); err != nil || email != "asha@kazi.example" {
		t.Fatal(email, err)
	}
	var wins atomic.Int32
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if b.svc.CompleteReset(ctx, identitysvc.NewPassword{UID: m.UID, Token: m.Secret, Password: "chui2026", Confirm: "chui2026"}) == nil {
				wins.Add(1)
			}
		})
	}
	wg.Wait()
	if wins.Load() != 1 {
		t.Fatalf("%d uses of one link", wins.Load())
	}
	_, _, err = b.svc.Authenticate(ctx, o.Token, o.Secret)
	is(t, err, fault.Unauthenticated)
	_, err = b.login(ctx, "simba42")
	is(t, err, identity.BadCredentials)
	if _, err := b.login(ctx, "chui2026"); err != nil {
		t.Fatal(err)
	}
}

func TestWrongPasswordsAreSlowedPerNetwork(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	for range 5 {
		_, err := b.login(ctx, "wrong1")
		is(t, err, identity.BadCredentials)
	}
	_, err := b.login(ctx, "simba42")
	is(t, err, fault.TooMany)
	if wait := fault.As(err).Params["retry_after"].(int); wait < 1 || wait > 60 {
		t.Fatal("wait", wait)
	}
	elsewhere := browser
	elsewhere.Network = "198.51.100.9"
	if _, err := b.svc.Login(ctx, identitysvc.Credentials{Username: "asha@kazi.example", Password: "simba42"}, elsewhere); err != nil {
		t.Fatal("an outsider locks the owner out:", err)
	}
}

func TestSecondFactor(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	if _, err := pgtest.Do(ctx, b.db, "UPDATE account SET two_fa = true"); err != nil {
		t.Fatal(err)
	}
	o, err := b.login(ctx, "simba42")
	if err != nil || o.Status != identity.LoginAwaitingTFA {
		t.Fatal(o, err)
	}
	a, pending, err := b.svc.Authenticate(ctx, o.Token, o.Secret)
	if err != nil || !pending {
		t.Fatal(pending, err)
	}
	is(t, b.svc.VerifyCode(ctx, a, "000000", browser), identity.CodeExpired)
	issue := func(code string) {
		t.Helper()
		if err := pg.InTx(ctx, b.db, func(tx pg.Tx) error { return b.svc.ExpectCode(ctx, tx, a.User, a.Session, code) }); err != nil {
			t.Fatal(err)
		}
	}
	issue("123456")
	for range identity.CodeTries {
		is(t, b.svc.VerifyCode(ctx, a, "654321", browser), identity.CodeWrong)
	}
	is(t, b.svc.VerifyCode(ctx, a, "123456", browser), identity.CodeExpired)
	issue("222333")
	if err := b.svc.VerifyCode(ctx, a, "222333", browser); err != nil {
		t.Fatal(err)
	}
	if _, pending, err := b.svc.Authenticate(ctx, o.Token, o.Secret); err != nil || pending {
		t.Fatal(pending, err)
	}
}
