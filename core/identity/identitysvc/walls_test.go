package identitysvc_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
)

// sets runs SQL that no use case does in a moment.
func (b *bundle) sets(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := pgtest.Do(t.Context(), b.db, sql, args...); err != nil {
		t.Fatal(err)
	}
}

// A mailed link is good for its purpose, its account, its time and its password,
// and for nothing else.
func TestAMailedLinkIsGoodForOneThing(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	reset := func(uid, token string) error {
		return b.svc.CompleteReset(ctx, identitysvc.NewPassword{UID: uid, Token: token, Password: "chui2026", Confirm: "chui2026"})
	}
	m := b.link(ctx, t, "activation")
	is(t, reset(m.UID, m.Secret), identity.ResetInvalid)
	m = b.link(ctx, t, "reset")
	_, err := b.svc.Activate(ctx, m.Secret)
	is(t, err, identity.ActivationInvalid)
	is(t, reset(identitysvc.UID(uuid.New()), m.Secret), identity.ResetInvalid)
	_, err = b.svc.CheckReset(ctx, identitysvc.UID(uuid.New()), m.Secret)
	is(t, err, identity.ResetInvalid)
	b.sets(t, "UPDATE account SET password_version = password_version + 1") // the password has changed since
	is(t, reset(m.UID, m.Secret), identity.ResetInvalid)
	_, err = b.svc.CheckReset(ctx, m.UID, m.Secret)
	is(t, err, identity.ResetInvalid)
	m = b.link(ctx, t, "reset")
	b.sets(t, "UPDATE mailed_secret SET used_at = created_at WHERE used_at IS NULL") // whatever else would refuse it
	is(t, reset(m.UID, m.Secret), identity.ResetInvalid)
	b.sets(t, "UPDATE account SET status = 'registered'")
	m = b.link(ctx, t, "activation")
	if _, err := b.svc.Activate(ctx, m.Secret); err != nil {
		t.Fatal(err)
	}
	b.sets(t, "UPDATE account SET status = 'registered'")
	_, err = b.svc.Activate(ctx, m.Secret)
	is(t, err, identity.ActivationInvalid)
	b.sets(t, "UPDATE account SET status = 'active'")
	m = b.link(ctx, t, "reset")
	pgtest.Advance(t, b.db, identity.ResetTTL+time.Second)
	is(t, reset(m.UID, m.Secret), identity.ResetInvalid)
	_, err = b.svc.CheckReset(ctx, m.UID, m.Secret)
	is(t, err, identity.ResetInvalid)
	first, second := b.link(ctx, t, "reset"), b.link(ctx, t, "reset")
	if err := reset(second.UID, second.Secret); err != nil {
		t.Fatal(err)
	}
	is(t, reset(first.UID, first.Secret), identity.ResetInvalid) // one used, the others are void
}

// A device is known to the account that it entered, until the password changes.
func TestADeviceIsKnownToItsAccountAlone(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	r := form()
	r.Email, r.Company.Profile.TaxID = "amina@kazi.example", "P059999999Z"
	if _, err := b.svc.Register(ctx, r, browser); err != nil {
		t.Fatal(err)
	}
	b.sets(t, "UPDATE account SET status = 'active'")
	o, err := b.login(ctx, "simba42")
	if err != nil || o.Device == "" {
		t.Fatal(err)
	}
	if _, err := b.try(ctx, b.svc, "amina@kazi.example", "simba42", "203.0.113.7", ""); err != nil {
		t.Fatal(err)
	}
	me, _, err := b.svc.Authenticate(ctx, o.Token, o.Secret)
	if err != nil {
		t.Fatal(err)
	}
	if list, err := b.svc.Devices(ctx, me); err != nil || len(list) != 1 || !list[0].This {
		t.Fatalf("another's devices are listed: %+v %v", list, err)
	}
	b.sets(t, "UPDATE account SET failures = $1", identity.MostFailures)
	if _, err := b.try(ctx, b.svc, asha, "simba42", "203.0.113.7", o.Device); err != nil {
		t.Fatal("the owner is locked out:", err)
	}
	_, err = b.try(ctx, b.svc, "amina@kazi.example", "simba42", "203.0.113.7", o.Device)
	is(t, err, identity.ResetRequired)
	m := b.link(ctx, t, "reset")
	if err := b.svc.CompleteReset(ctx, identitysvc.NewPassword{UID: m.UID, Token: m.Secret, Password: "chui2026", Confirm: "chui2026"}); err != nil {
		t.Fatal(err)
	}
	b.sets(t, "UPDATE account SET failures = $1", identity.MostFailures)
	_, err = b.try(ctx, b.svc, asha, "chui2026", "203.0.113.7", o.Device) // whoever held it proves the new password first
	is(t, err, identity.ResetRequired)
}

// Nobody is remembered who looks after others, and a session that is kept alive
// ends all the same.
func TestWhoIsRememberedAndForHowLong(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	for kind, remembered := range map[string]bool{"supplier": true, "buyer": true, "qed": false, "temp": false} {
		b.sets(t, "UPDATE account SET user_type = $1", kind)
		o, err := b.svc.Login(ctx, identitysvc.Credentials{Username: asha, Password: "simba42", Remember: true}, browser)
		if err != nil || o.Remember != remembered {
			t.Errorf("%s is remembered %v: %v", kind, o.Remember, err)
		}
	}
	b.sets(t, "UPDATE account SET user_type = 'supplier'")
	o, err := b.login(ctx, "simba42")
	if err != nil {
		t.Fatal(err)
	}
	lived := time.Duration(0)
	for step := identity.IdleSupplier - time.Minute; ; lived += step {
		pgtest.Advance(t, b.db, step)
		next, err := b.svc.Refresh(ctx, o.Token, o.Secret)
		if fault.As(err).Kind == fault.KindUnauthenticated {
			break
		}
		if err != nil || lived > identity.AbsoluteTTL {
			t.Fatalf("after %s it lives: %v", lived, err)
		}
		o = next
	}
	if lived+identity.IdleSupplier < identity.AbsoluteTTL {
		t.Fatalf("it ended after %s", lived)
	}
}
