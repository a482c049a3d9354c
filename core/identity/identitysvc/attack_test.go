package identitysvc_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
)

// again is another instance of the service on the same database, as after a
// restart or in a second replica.
func (b *bundle) again(t *testing.T) *identitysvc.Service {
	t.Helper()
	return identitysvc.New(b.db, b.tokens, identitysvc.Cheap(), identitysvc.Settings{Factors: keeper(t)})
}

func (b *bundle) try(ctx context.Context, svc *identitysvc.Service, name, password, network, device string) (identitysvc.Opened, error) {
	return svc.Login(ctx, identitysvc.Credentials{Username: name, Password: password}, identitysvc.Client{Network: network, Agent: "test", Browser: true, Device: device})
}

const asha = "asha@kazi.example"

func TestAnAttackAtFullSpeedFromOneNetwork(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	owner, err := b.login(ctx, "simba42")
	if err != nil || owner.Device == "" {
		t.Fatal("the device is not known from a sign-in on:", err)
	}
	replicas := []*identitysvc.Service{b.svc, b.again(t)}
	judged := 0
	const step = 5 * time.Second
	for i := range int(10 * time.Minute / step) {
		for n := range 6 {
			_, err := b.try(ctx, replicas[(i+n)%2], asha, "wrong1", fmt.Sprintf("203.0.113.%d", n), "")
			switch {
			case errors.Is(err, identity.BadCredentials):
				judged++
			case !errors.Is(err, fault.TooMany):
				t.Fatal(err)
			}
		}
		pgtest.Advance(t, b.db, step)
	}
	// Five at once, then after 1, 2, 4 .. 256 seconds: 14 in ten minutes.
	if judged < 10 || judged > 14 {
		t.Fatalf("%d guesses were judged in ten minutes", judged)
	}
	restarted := b.again(t)
	for range 20 { // the bucket is full whatever the clock's step let through
		_, err = b.try(ctx, restarted, asha, "wrong1", "203.0.113.9", "")
	}
	is(t, err, fault.TooMany)
	if _, err := b.try(ctx, restarted, asha, "simba42", "203.0.113.7", owner.Device); err != nil {
		t.Fatal("the attacker locks a known device out of the very same network:", err)
	}
	if _, err := b.try(ctx, restarted, asha, "simba42", "198.51.100.7", ""); err != nil {
		t.Fatal("the attacker locks another network out:", err)
	}
}

func TestAnAttackFromManyNetworks(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	owner, err := b.login(ctx, "simba42")
	if err != nil {
		t.Fatal(err)
	}
	replicas := []*identitysvc.Service{b.svc, b.again(t)}
	for n := range identity.MostFailures {
		_, err := b.try(ctx, replicas[n%2], asha, "wrong1", fmt.Sprintf("100.64.%d.1", n), "")
		is(t, err, identity.BadCredentials)
	}
	for _, password := range []string{"simba42", "wrong1"} { // the same answer, or it would tell the password
		_, err := b.try(ctx, b.svc, asha, password, "100.65.1.1", "")
		is(t, err, identity.ResetRequired)
	}
	if _, err := b.try(ctx, b.svc, asha, "simba42", "100.65.2.1", owner.Device); err != nil {
		t.Fatal("a hundred strangers lock the owner's device out:", err)
	}
	_, err = b.try(ctx, b.svc, asha, "simba42", "100.65.3.1", "")
	is(t, err, identity.ResetRequired) // a success on a known device does not open the door to strangers
	var told int
	if err := b.db.QueryRow(ctx, "SELECT count(*) FROM outbox WHERE subject LIKE '%identity.login.blocked%'").Scan(&told); err != nil || told != 1 {
		t.Fatalf("the owner is told %d times, %v", told, err)
	}
	m := b.link(ctx, t, "reset")
	if err := b.svc.CompleteReset(ctx, identitysvc.NewPassword{UID: m.UID, Token: m.Secret, Password: "chui2026", Confirm: "chui2026"}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.try(ctx, b.svc, asha, "chui2026", "100.65.4.1", ""); err != nil {
		t.Fatal("a reset link does not open the account:", err)
	}
}

func TestNamesAreNotForTheAsking(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	replicas := []*identitysvc.Service{b.svc, b.again(t)}
	probe := func(n int, network string) error {
		_, err := b.try(ctx, replicas[n%2], fmt.Sprintf("nobody%d@kazi.example", n), "simba42", network, "")
		return err
	}
	learned := 0
	for n := range 200 {
		if err := probe(n, fmt.Sprintf("203.0.113.%d", n)); errors.Is(err, identity.NoAccount) {
			learned++
		} else {
			is(t, err, identity.TooManyNames)
		}
	}
	if learned != 10 {
		t.Fatalf("a network learned %d names", learned)
	}
	_, err := b.try(ctx, b.svc, asha, "wrong1", "203.0.113.7", "")
	is(t, err, identity.TooManyNames) // a name that exists is not to be told from the others
	is(t, b.svc.ResendActivation(ctx, "nobody@kazi.example", identitysvc.Client{Network: "203.0.113.8"}), fault.TooMany)
	if _, err := b.try(ctx, b.svc, asha, "simba42", "203.0.113.7", ""); err != nil {
		t.Fatal("who knows the password does not get in beside a curious neighbour:", err)
	}
	is(t, probe(1000, "198.51.100.1"), identity.NoAccount)
	pgtest.Advance(t, b.db, time.Hour)
	is(t, probe(1001, "203.0.113.1"), identity.NoAccount)
}

func TestANeutralSignInTellsNothing(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	neutral := identitysvc.New(b.db, b.tokens, identitysvc.Cheap(), identitysvc.Settings{Neutral: true})
	_, err := b.try(ctx, neutral, "nobody@kazi.example", "simba42", "203.0.113.1", "")
	is(t, err, identity.BadCredentials)
	_, err = b.try(ctx, neutral, asha, "wrong1", "203.0.113.1", "")
	is(t, err, identity.BadCredentials)
	if err := neutral.ResendActivation(ctx, "nobody@kazi.example", browser); err != nil {
		t.Fatal(err)
	}
}

func TestAnOlderHashIsRenewedAtSignIn(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.svc = identitysvc.New(b.db, b.tokens, identitysvc.NewHasher(), identitysvc.Settings{})
	old := identitysvc.New(b.db, b.tokens, identitysvc.NewHasherOf(8192, 1), identitysvc.Settings{})
	if _, err := old.Register(ctx, form(), browser); err != nil {
		t.Fatal(err)
	}
	if _, err := old.Activate(ctx, b.link(ctx, t, "activation").Secret); err != nil {
		t.Fatal(err)
	}
	hash := func() (h string, version int) {
		if err := b.db.QueryRow(ctx, "SELECT password_hash, password_version FROM account").Scan(&h, &version); err != nil {
			t.Fatal(err)
		}
		return h, version
	}
	before, version := hash()
	if !strings.Contains(before, "m=8192,t=1") {
		t.Fatal(before)
	}
	m := b.link(ctx, t, "reset")
	for range 2 {
		if _, err := b.login(ctx, "simba42"); err != nil {
			t.Fatal(err)
		}
	}
	after, same := hash()
	if !strings.Contains(after, "m=19456,t=2") || same != version {
		t.Fatal(after, same)
	}
	if _, err := b.svc.CheckReset(ctx, m.UID, m.Secret); err != nil {
		t.Fatal("a fresher hash of the same password voids a link:", err)
	}
}

func TestBreachedPasswordsAreRefused(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	words := []string{"letmein1", "mvuakubwa20"}
	for n := range 500 {
		words = append(words, fmt.Sprintf("word%d", n))
	}
	var whole, prefixes []string
	for _, w := range words {
		sum := sha1.Sum([]byte(w))
		text := strings.ToUpper(hex.EncodeToString(sum[:]))
		whole, prefixes = append(whole, text+":17"), append(prefixes, text[:16])
	}
	sort.Strings(whole)
	sort.Strings(prefixes)
	for name, lines := range map[string][]string{"hashes": whole, "prefixes": prefixes, "plain": words} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := identitysvc.OpenBreached(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			if found, err := list.Has(w); err != nil || !found {
				t.Fatalf("%s: %q is not found: %v", name, w, err)
			}
		}
		for n := range 200 {
			if found, err := list.Has(fmt.Sprintf("other%d", n)); err != nil || found {
				t.Fatalf("%s: other%d is found: %v", name, n, err)
			}
		}
		svc := identitysvc.New(b.db, identity.NewTokens(ed25519.NewKeyFromSeed(make([]byte, 32)), pgtest.Clock(t, b.db)), identitysvc.Cheap(), identitysvc.Settings{Breached: list})
		r := form()
		r.Password, r.Confirm = "mvuakubwa20", "mvuakubwa20"
		_, err = svc.Register(ctx, r, browser)
		if f := fault.As(err).Fields; len(f) != 1 || f[0].Code != identity.PasswordBreached || f[0].Pointer != "/user/password" {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// One password tried on the names of many accounts from one network is judged sixty
// times at once and twice a minute afterwards; devices that know their account and
// other networks notice nothing, and neither does a network whose people sign in.
func TestAPasswordSprayedOverManyNames(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	owner, err := b.login(ctx, "simba42")
	if err != nil {
		t.Fatal(err)
	}
	const accounts = 20
	if _, err := pgtest.Do(ctx, b.db, `INSERT INTO account SELECT (jsonb_populate_record(a, jsonb_build_object(
			'id', gen_random_uuid(), 'email', 'person' || n || '@example.org'))).* FROM account a, generate_series(1, $1::int) n`, accounts); err != nil {
		t.Fatal(err)
	}
	name := func(i int) string { return fmt.Sprintf("person%d@example.org", i%accounts+1) }
	for i := range 3 * accounts { // everybody comes in, with another device each time: nothing of that is a guess
		if _, err := b.try(ctx, b.svc, name(i), "simba42", "203.0.113.1", ""); err != nil {
			t.Fatal("somebody is kept out:", err)
		}
	}
	replicas := []*identitysvc.Service{b.svc, b.again(t)}
	spray := func() (judged int) {
		for i := range 5 * accounts {
			switch _, err := b.try(ctx, replicas[i%2], name(i), "wrong1", "203.0.113.9", ""); {
			case errors.Is(err, identity.BadCredentials):
				judged++
			case !errors.Is(err, fault.TooMany) && !errors.Is(err, identity.TooManyNames):
				t.Fatal(err)
			}
		}
		return judged
	}
	if n := spray(); n < 60 || n > 63 { // the clock goes on meanwhile
		t.Fatalf("%d guesses are judged at once", n)
	}
	pgtest.Advance(t, b.db, 10*time.Minute)
	if n := spray(); n < 18 || n > 23 {
		t.Errorf("%d more are judged after ten minutes", n)
	}
	_, err = b.try(ctx, b.svc, asha, "simba42", "203.0.113.7", "")
	is(t, err, identity.TooManyNames)
	if _, err := b.try(ctx, b.svc, asha, "simba42", "203.0.113.7", owner.Device); err != nil {
		t.Error("a known device of that network is kept out:", err)
	}
	if _, err := b.try(ctx, b.svc, name(0), "simba42", "198.51.100.7", ""); err != nil {
		t.Error("another network is kept out:", err)
	}
}

// Registration tells ten times that an address or a tax number is known, as sign-in
// does, and then nothing more to that network; who registers anew there is let in.
func TestRegistrationIsNoDirectory(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	told := 0
	ask := func(network string, change func(*identitysvc.Registration)) error {
		f := form()
		change(&f)
		_, err := b.svc.Register(ctx, f, identitysvc.Client{Network: network, Browser: true})
		return err
	}
	sameTax := func(f *identitysvc.Registration) { f.Email = "other@kazi.example" }
	sameMail := func(f *identitysvc.Registration) { f.Company.Profile.TaxID = "P051999999Z" }
	for i := range 14 {
		err := ask("203.0.113.1", []func(*identitysvc.Registration){sameTax, sameMail}[i%2])
		switch {
		case errors.Is(err, fault.Invalid):
			told++
		case !errors.Is(err, fault.TooMany):
			t.Fatal(err)
		}
	}
	if told != 10 {
		t.Errorf("a network is told %d times", told)
	}
	fresh := func(f *identitysvc.Registration) { sameTax(f); sameMail(f) }
	if err := ask("203.0.113.1", fresh); err != nil {
		t.Error("somebody new in that network is kept out:", err)
	}
	if err := ask("198.51.100.1", sameMail); !errors.Is(err, fault.Invalid) {
		t.Error("another network is told nothing:", err)
	}
}
