package identitysvc_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
)

// A statements notes what is sent to the database.
type statements struct {
	mu   sync.Mutex
	list []string
}

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, d.SQL)
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// watched is the same service over a pool that notes its statements.
func (b *bundle) watched(t *testing.T, neutral bool) (*identitysvc.Service, *identitysvc.Hasher, *statements) {
	t.Helper()
	sent, hasher := &statements{}, identitysvc.NewHasher()
	config := b.db.Config()
	config.ConnConfig.Tracer = sent
	db, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return identitysvc.New(db, b.tokens, hasher, identitysvc.Settings{Neutral: neutral}), hasher, sent
}

// An answer takes the same work whether a name exists or not: the same hashes of
// the same cost, the same statements in the same order, as many events. Then there
// is nothing for a clock to tell.
func TestNamesThatExistCostWhatOthersCost(t *testing.T) {
	t.Parallel()
	const waiting, closed, nobody = "amina@kazi.example", "closed@kazi.example", "nobody@kazi.example"
	ctx, b := setup(t)
	others := b.svc
	b.svc = identitysvc.New(b.db, b.tokens, identitysvc.NewHasher(), identitysvc.Settings{}) // whose hashes cost what they do
	b.activated(ctx, t)
	for i, email := range []string{waiting, closed} {
		r := form()
		r.Email, r.Company.Profile.TaxID = email, fmt.Sprintf("P05999999%dZ", i)
		if _, err := b.svc.Register(ctx, r, browser); err != nil {
			t.Fatal(err)
		}
	}
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := pgtest.Do(ctx, b.db, sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec("UPDATE account SET status = 'deactivated' WHERE email = $1", closed)
	quiet := func() {
		exec("UPDATE account SET failures = 0")
		exec("WITH a AS (DELETE FROM rate_limit), b AS (DELETE FROM slow_bucket) DELETE FROM outbox")
	}
	login := func(device string) func(*identitysvc.Service, string) error {
		return func(s *identitysvc.Service, name string) error {
			_, err := b.try(ctx, s, name, "wrong1", "203.0.113.7", device)
			return err
		}
	}
	reset := func(s *identitysvc.Service, name string) error { return s.RequestReset(ctx, name, browser) }
	resend := func(s *identitysvc.Service, name string) error { return s.ResendActivation(ctx, name, browser) }
	filled := func() {
		quiet()
		for n := range 20 {
			if _, err := b.try(ctx, others, fmt.Sprintf("other%d@kazi.example", n), "wrong1", "203.0.113.9", ""); err == nil {
				t.Fatal("nobody signs in")
			}
		}
	}
	for name, x := range map[string]struct {
		ask    func(*identitysvc.Service, string) error
		before func()
		names  []string // that exist, compared with one that does not
		hashes uint64
		told   map[string]bool // answers that differ where names are told
	}{
		"sign-in":                        {login(""), quiet, []string{asha, waiting, closed}, 1, map[string]bool{asha: true, waiting: true, closed: true}},
		"sign-in from a strange browser": {login("no such device"), quiet, []string{asha, waiting}, 1, map[string]bool{asha: true, waiting: true}},
		"sign-in at the limit of failures": {login(""), func() { quiet(); exec("UPDATE account SET failures = $1", identity.MostFailures) },
			[]string{asha}, 1, map[string]bool{asha: true}},
		"sign-in where too many names were asked for": {login(""), filled, []string{asha, closed}, 1, nil},
		"reset":  {reset, quiet, []string{asha, waiting, closed}, 0, nil},
		"resend": {resend, quiet, []string{asha, waiting, closed}, 0, map[string]bool{waiting: true}},
		"resend where too many names were asked for": {resend, filled, []string{asha, waiting}, 0, nil},
	} {
		for _, neutral := range []bool{false, true} {
			svc, hasher, sent := b.watched(t, neutral)
			run := func(address string) (code, work, path string) {
				x.before()
				sent.list = nil
				start := hasher.Work()
				err := x.ask(svc, address)
				path = strings.Join(sent.list, "\n")
				var events int
				if e := b.db.QueryRow(ctx, "SELECT count(*) FROM outbox").Scan(&events); e != nil {
					t.Fatal(e)
				}
				return fault.As(err).Code, fmt.Sprintf("%d KiB, %d events", hasher.Work()-start, events), path
			}
			code, work, path := run(nobody)
			if want := fmt.Sprintf("%d KiB", x.hashes*2*19456); !strings.HasPrefix(work, want) || strings.Count(path, "\n") < 2 {
				t.Fatalf("%s: %s, want %s; statements:\n%s", name, work, want, path)
			}
			for _, known := range x.names {
				c, w, p := run(known)
				if w != work || p != path {
					t.Errorf("%s, neutral %v: %s costs %s, nobody %s; statements\n%s\n--- nobody's\n%s", name, neutral, known, w, work, p, path)
				}
				if (c != code) != (x.told[known] && !neutral) {
					t.Errorf("%s, neutral %v: %s is answered %q, nobody %q", name, neutral, known, c, code)
				}
			}
		}
	}
}

// What was asked for is granted to whom it may: an address that is not known, or
// may not, leaves an event and nothing else.
func TestOnlyWhoMayIsGrantedALink(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	b.activated(ctx, t)
	r := form()
	r.Email, r.Company.Profile.TaxID = "amina@kazi.example", "P059999999Z"
	if _, err := b.svc.Register(ctx, r, browser); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{asha, "amina@kazi.example", "nobody@kazi.example"} {
		if err := b.svc.RequestReset(ctx, name, browser); err != nil {
			t.Fatal(err)
		}
		err := b.svc.ResendActivation(ctx, name, browser)
		if name == "amina@kazi.example" {
			if err != nil {
				t.Fatal(err)
			}
		} else {
			is(t, err, identity.NoUser)
		}
	}
	want := []string{asha + " identity.reset.requested", "amina@kazi.example identity.activation.requested"}
	if got := b.granted(ctx, t); !slices.Equal(got, want) {
		t.Fatalf("%q", got)
	}
	for range 5 { // three at once, whatever is asked
		if err := b.svc.RequestReset(ctx, asha, browser); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.granted(ctx, t); len(got) != 4 {
		t.Fatalf("%q", got)
	}
	var limited error
	for n := range 100 {
		if limited = b.svc.RequestReset(ctx, fmt.Sprintf("other%d@kazi.example", n), browser); limited != nil {
			break
		}
	}
	is(t, limited, fault.TooMany)
}
