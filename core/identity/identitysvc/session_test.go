package identitysvc_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
)

// enter signs in from a place and returns the session with its actor.
func (b *bundle) enter(ctx context.Context, t *testing.T, network string) (identitysvc.Opened, access.Actor) {
	t.Helper()
	o, err := b.try(ctx, b.svc, asha, "simba42", network, "")
	if err != nil {
		t.Fatal(err)
	}
	a, _, err := b.svc.Authenticate(ctx, o.Token, o.Secret)
	if err != nil {
		t.Fatal(err)
	}
	return o, a
}

func (b *bundle) ended(ctx context.Context, t *testing.T, svc *identitysvc.Service, o identitysvc.Opened) {
	t.Helper()
	if _, _, err := svc.Authenticate(ctx, o.Token, o.Secret); fault.As(err).Kind != fault.KindUnauthenticated {
		t.Fatal("the session lives:", err)
	}
}

func TestForgedTokens(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	o, a := b.enter(ctx, t, "203.0.113.7")
	seed := ed25519.NewKeyFromSeed(make([]byte, 32))
	_, stranger, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	made := func(method jwt.SigningMethod, key any, header map[string]any, change func(*identity.Claims)) string {
		t.Helper()
		now := time.Now()
		c := identity.Claims{Session: a.Session, UserType: a.Type, Fingerprint: identity.Fingerprint(o.Secret), RegisteredClaims: jwt.RegisteredClaims{
			Issuer: "zabuni", Audience: jwt.ClaimStrings{string(a.Type)}, Subject: a.User.String(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(time.Minute)),
		}}
		if change != nil {
			change(&c)
		}
		token := jwt.NewWithClaims(method, c)
		for k, v := range header {
			token.Header[k] = v
		}
		raw, err := token.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	ed := jwt.SigningMethodEdDSA
	if _, _, err := b.svc.Authenticate(ctx, made(ed, seed, nil, nil), o.Secret); err != nil {
		t.Fatal("the table forges nothing:", err)
	}
	for name, token := range map[string]string{
		"no algorithm":              made(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil, nil),
		"HMAC with the public key":  made(jwt.SigningMethodHS256, []byte(seed.Public().(ed25519.PublicKey)), nil, nil),
		"another key":               made(ed, stranger, nil, nil),
		"another key with a path":   made(ed, stranger, map[string]any{"kid": "../../../../dev/null"}, nil),
		"another audience":          made(ed, seed, nil, func(c *identity.Claims) { c.Audience = jwt.ClaimStrings{"buyer"} }),
		"another user type":         made(ed, seed, nil, func(c *identity.Claims) { c.UserType = access.Buyer; c.Audience = jwt.ClaimStrings{"buyer"} }),
		"another issuer":            made(ed, seed, nil, func(c *identity.Claims) { c.Issuer = "elsewhere" }),
		"another subject":           made(ed, seed, nil, func(c *identity.Claims) { c.Subject = uuid.NewString() }),
		"another session":           made(ed, seed, nil, func(c *identity.Claims) { c.Session = uuid.New() }),
		"a browser's without a tie": made(ed, seed, nil, func(c *identity.Claims) { c.Fingerprint = "" }),
		"late":                      made(ed, seed, nil, func(c *identity.Claims) { c.ExpiresAt = jwt.NewNumericDate(time.Now().Add(-time.Second)) }),
		"for ever":                  made(ed, seed, nil, func(c *identity.Claims) { c.ExpiresAt = nil }),
		"acting for nobody":         made(ed, seed, nil, func(c *identity.Claims) { c.Act = &identity.Acting{Subject: uuid.New()} }),
	} {
		if _, _, err := b.svc.Authenticate(ctx, token, o.Secret); fault.As(err).Kind != fault.KindUnauthenticated {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTwentyTabsRenewAtOnce(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	o, a := b.enter(ctx, t, "203.0.113.7")
	pgtest.Advance(t, b.db, time.Minute)
	replicas := []*identitysvc.Service{b.svc, b.again(t)}
	var mu sync.Mutex
	var tokens []string
	secrets := map[string]bool{}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			next, err := replicas[i%2].Refresh(ctx, o.Token, o.Secret)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			tokens = append(tokens, next.Token)
			if next.Secret != "" {
				secrets[next.Secret] = true
			}
		})
	}
	wg.Wait()
	if len(secrets) != 1 {
		t.Fatalf("%d rotations", len(secrets))
	}
	for secret := range secrets {
		for _, token := range tokens {
			if got, _, err := b.svc.Authenticate(ctx, token, secret); err != nil || got.Session != a.Session {
				t.Fatal("a tab is thrown out:", err)
			}
		}
	}
	// Long after, the half before is a thief's: the family ends and its owner is told.
	pgtest.Advance(t, b.db, time.Minute)
	_, err := b.svc.Refresh(ctx, o.Token, o.Secret)
	is(t, err, fault.Unauthenticated)
	for secret := range secrets {
		b.ended(ctx, t, replicas[1], identitysvc.Opened{Token: tokens[0], Secret: secret})
	}
	var told int
	if err := b.db.QueryRow(ctx, "SELECT count(*) FROM outbox WHERE subject LIKE '%identity.session.reused%'").Scan(&told); err != nil || told != 1 {
		t.Fatalf("told %d times, %v", told, err)
	}
}

func TestDevicesAreListedAndEnded(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	var opened []identitysvc.Opened
	for range identity.MostSessions + 1 {
		o, _ := b.enter(ctx, t, "203.0.113.7")
		opened = append(opened, o)
		pgtest.Advance(t, b.db, time.Second)
	}
	b.ended(ctx, t, b.svc, opened[0]) // the eleventh ends the one seen longest ago
	last := opened[len(opened)-1]
	me, _, err := b.svc.Authenticate(ctx, last.Token, last.Secret)
	if err != nil {
		t.Fatal(err)
	}
	list, err := b.svc.Devices(ctx, me)
	if err != nil || len(list) != identity.MostSessions || !list[0].This || list[0].Network != "203.0.113.0/24" {
		t.Fatalf("%d %+v %v", len(list), list[0], err)
	}
	other := b.again(t)
	if _, _, err := other.Authenticate(ctx, opened[5].Token, opened[5].Secret); err != nil {
		t.Fatal(err)
	}
	if err := b.svc.EndDevice(ctx, me, list[5].ID); err != nil {
		t.Fatal(err)
	}
	b.ended(ctx, t, other, opened[5]) // in another replica too
	is(t, b.svc.EndDevice(ctx, me, list[5].ID), identitysvc.SessionNotFound)
	stranger := me
	stranger.User = uuid.New()
	is(t, b.svc.EndDevice(ctx, stranger, list[6].ID), identitysvc.SessionNotFound)
	if err := b.svc.EndOtherDevices(ctx, me, browser); err != nil {
		t.Fatal(err)
	}
	if list, err = b.svc.Devices(ctx, me); err != nil || len(list) != 1 || !list[0].This {
		t.Fatal(list, err)
	}
	again, _ := b.enter(ctx, t, "198.51.100.1")
	if err := b.svc.ChangePassword(ctx, me, "simba42", "chui2026", "chui2026"); err != nil {
		t.Fatal(err)
	}
	b.ended(ctx, t, other, again)
	if _, _, err := b.svc.Authenticate(ctx, last.Token, last.Secret); err != nil {
		t.Fatal("changing the password ends the session that does it:", err)
	}
}

// Reads are answered from memory for a moment; whoever ends a session here waits
// for no moment.
func TestAnEndedSessionIsForgottenAtOnce(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	_, me := b.enter(ctx, t, "203.0.113.7")
	for what, end := range map[string]func(access.Actor) error{
		"signing out":       func(a access.Actor) error { return b.svc.Logout(ctx, a) },
		"ending a device":   func(a access.Actor) error { return b.svc.EndDevice(ctx, me, a.Session) },
		"ending all others": func(access.Actor) error { return b.svc.EndOtherDevices(ctx, me, browser) },
		"a new password": func(access.Actor) error {
			return errors.Join(b.svc.ChangePassword(ctx, me, "simba42", "chui2026", "chui2026"), b.svc.ChangePassword(ctx, me, "chui2026", "simba42", "simba42"))
		},
		"a reset": func(access.Actor) error {
			m := b.link(ctx, t, "reset")
			defer func() { _, me = b.enter(ctx, t, "203.0.113.7") }()
			return b.svc.CompleteReset(ctx, identitysvc.NewPassword{UID: m.UID, Token: m.Secret, Password: "simba42", Confirm: "simba42"})
		},
	} {
		o, a := b.enter(ctx, t, "198.51.100.1")
		if _, _, err := b.svc.Authenticate(ctx, o.Token, o.Secret); err != nil {
			t.Fatal(what, err)
		}
		if err := end(a); err != nil {
			t.Fatal(what, err)
		}
		if _, _, err := b.svc.Authenticate(ctx, o.Token, o.Secret); fault.As(err).Kind != fault.KindUnauthenticated {
			t.Errorf("after %s the session is read with: %v", what, err)
		}
	}
}

func TestADeactivatedUserIsOutAtOnce(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	o, _ := b.enter(ctx, t, "203.0.113.7")
	if _, err := pgtest.Do(ctx, b.db, "UPDATE account SET status = 'deactivated'"); err != nil {
		t.Fatal(err)
	}
	b.ended(ctx, t, b.svc, o)
	_, err := b.svc.Refresh(ctx, o.Token, o.Secret)
	is(t, err, fault.Unauthenticated)
}

func TestRememberMeAndIdleness(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	short, _ := b.enter(ctx, t, "203.0.113.7")
	long, err := b.svc.Login(ctx, identitysvc.Credentials{Username: asha, Password: "simba42", Remember: true}, browser)
	if err != nil || !long.Remember {
		t.Fatal(long, err)
	}
	pgtest.Advance(t, b.db, identity.IdleSupplier+time.Minute)
	b.ended(ctx, t, b.svc, short)
	if _, err := b.svc.Refresh(ctx, long.Token, long.Secret); err != nil {
		t.Fatal("a remembered device is forgotten:", err)
	}
}

// Who comes back after a while goes on: the token is late long before the session is.
// Late or not, it must be a token of this session.
func TestALateTokenRenewsItsSession(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	one, _ := b.enter(ctx, t, "203.0.113.7")
	other, _ := b.enter(ctx, t, "203.0.113.8")
	pgtest.Advance(t, b.db, identity.AccessTTL+time.Minute)
	_, _, err := b.svc.Authenticate(ctx, one.Token, one.Secret)
	is(t, err, identity.TokenExpired)
	_, err = b.svc.Refresh(ctx, other.Token, one.Secret)
	is(t, err, fault.Unauthenticated)
	next, err := b.svc.Refresh(ctx, one.Token, one.Secret)
	if err != nil {
		t.Fatal("it ends with its first token: ", err)
	}
	if _, _, err := b.svc.Authenticate(ctx, next.Token, next.Secret); err != nil {
		t.Error("renewed, it is not let in: ", err)
	}
}

// Who has one half has nothing: not with no other, a torn one, another session's, or
// one that somebody else signed.
func TestNoHalfIsRenewedAlone(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	one, _ := b.enter(ctx, t, "203.0.113.7")
	other, _ := b.enter(ctx, t, "203.0.113.8")
	for what, token := range map[string]string{
		"none":              "",
		"a torn one":        one.Token[:len(one.Token)-4],
		"another session's": other.Token,
	} {
		_, err := b.svc.Refresh(ctx, token, one.Secret)
		if fault.As(err).Def != fault.Unauthenticated {
			t.Errorf("with %s: %v", what, err)
		}
	}
	if _, err := b.svc.Refresh(ctx, one.Token, ""); fault.As(err).Def != fault.Unauthenticated {
		t.Errorf("without the cookie: %v", err)
	}
	if _, err := b.svc.Refresh(ctx, one.Token, one.Secret); err != nil {
		t.Error("with both: ", err)
	}
}
