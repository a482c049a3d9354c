package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/access"
	"zabuni.org/core/app"
	"zabuni.org/core/httpkit"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/pg"
	"zabuni.org/core/pgtest"
)

var update = flag.Bool("update", false, "write the golden table of guards; read the difference before you commit it")

const golden = "testdata/guards.golden"

// guards prints the guard of every operation of every BFF, one a line.
func guards(a *app.App) []string {
	var lines []string
	for name, build := range bffs {
		for _, g := range build(a).Guards() {
			lines = append(lines, strings.Join([]string{name, g.Method, g.Path, say(g.Guard)}, "\t"))
		}
	}
	sort.Strings(lines)
	return lines
}

func say(g access.Guard) string {
	switch {
	case g.Public:
		return "public"
	case g.Pending:
		return "pending"
	}
	types := make([]string, len(g.Types))
	for i, t := range g.Types {
		types[i] = string(t)
	}
	s := strings.Join(types, ",")
	if g.Privilege != "" {
		s += ":" + string(g.Privilege)
	}
	return s
}

// An operation without its row, or with another guard than its row, fails here:
// the table is read by a person before it changes.
func TestEveryOperationHasItsRow(t *testing.T) {
	got := strings.Join(guards(app.New(app.Outside{})), "\n") + "\n"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the guards differ from %s; go test ./apps/zabuni -run Row -update, then read the difference\n%s", golden, difference(string(want), got))
	}
}

func difference(want, got string) string {
	in := func(text string) map[string]bool {
		set := map[string]bool{}
		for line := range strings.Lines(text) {
			set[line] = true
		}
		return set
	}
	w, g := in(want), in(got)
	var out strings.Builder
	for line := range w {
		if !g[line] {
			out.WriteString("- " + line)
		}
	}
	for line := range g {
		if !w[line] {
			out.WriteString("+ " + line)
		}
	}
	return out.String()
}

// A persona is one kind of caller.
type persona struct {
	name    string
	t       access.UserType
	holds   bool // every privilege of its type; else none
	pending bool
	token   string
}

// expected computes from the golden table alone, apart from the code that
// guards, whether a persona is let through: 0, 401 or 403.
func expected(guard string, p persona) int {
	signed := p.t != ""
	switch {
	case guard == "public":
		return 0
	case !signed:
		return http.StatusUnauthorized
	case guard == "pending":
		return 0
	case p.pending:
		return http.StatusUnauthorized
	}
	types, privilege, _ := strings.Cut(guard, ":")
	for _, t := range strings.Split(types, ",") {
		if t != string(p.t) {
			continue
		}
		if privilege == "" || p.holds && titled(p.t, privilege) {
			return 0
		}
	}
	return http.StatusForbidden
}

func titled(t access.UserType, privilege string) bool {
	for _, title := range access.Titles[t] {
		if string(title) == privilege {
			return true
		}
	}
	return false
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// address fills a path with ids of nothing.
func address(path string) string {
	return placeholder.ReplaceAllStringFunc(path, func(name string) string {
		switch strings.Trim(name, "{}") {
		case "envelope":
			return "technical"
		case "id":
			return "KE"
		case "kind":
			return "award"
		}
		return uuid.NewString()
	})
}

func TestAuthorisationMatrix(t *testing.T) {
	db := pgtest.New(t)
	a := app.New(app.Outside{DB: db})
	raw, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	people := personas(t, a)
	handlers := map[string]fasthttp.RequestHandler{}
	for name, build := range bffs {
		handlers[name] = build(a).Handler()
	}
	cells := 0
	for line := range strings.Lines(string(raw)) {
		row := strings.Split(strings.TrimSpace(line), "\t")
		for _, p := range people {
			if strings.HasSuffix(row[2], "/authentication/logout") && p.t != "" || strings.HasSuffix(row[2], "/authentication/refresh") {
				continue // the one would end the persona's session, the other is right to ask for a cookie
			}
			cells++
			status, code := call(handlers[row[0]], row[1], "/api/"+row[0]+address(row[2]), p.token)
			want := expected(row[3], p)
			refused := status == http.StatusUnauthorized && code == "unauthenticated" || status == http.StatusForbidden && code == "forbidden"
			switch {
			case want != 0 && status != want:
				t.Errorf("too open: %s %s %s for %s answers %d %s, want %d", row[0], row[1], row[2], p.name, status, code, want)
			case want == 0 && refused && !deeper(row[3]):
				t.Errorf("too closed: %s %s %s for %s answers %d %s", row[0], row[1], row[2], p.name, status, code)
			}
		}
	}
	t.Logf("%d cells", cells)
	if cells < 1000 {
		t.Fatalf("only %d cells", cells)
	}
}

// deeper: where the guard names a type alone, the use case may ask for a
// privilege that depends on the object.
func deeper(guard string) bool { return !strings.Contains(guard, ":") && guard != "public" }

// TestMatrixCatchesPlantedFaults shows that the expectation disagrees with a
// guard that is too open or too closed.
func TestMatrixCatchesPlantedFaults(t *testing.T) {
	none, all, foreign := persona{t: access.Buyer}, persona{t: access.Buyer, holds: true}, persona{t: access.Supplier, holds: true}
	for _, c := range []struct {
		guard string
		p     persona
		want  int
	}{
		{"buyer:MANAGE_JOB", none, 403}, {"buyer:MANAGE_JOB", all, 0}, {"buyer:MANAGE_JOB", foreign, 403}, {"buyer", none, 0},
		{"public", persona{}, 0}, {"buyer", persona{}, 401}, {"pending", persona{t: access.Buyer, pending: true}, 0}, {"buyer", persona{t: access.Buyer, pending: true}, 401},
		{"", all, 403},
	} {
		if got := expected(c.guard, c.p); got != c.want {
			t.Errorf("%q for %+v: %d, want %d", c.guard, c.p, got, c.want)
		}
	}
}

func personas(t *testing.T, a *app.App) []persona {
	t.Helper()
	ctx := t.Context()
	out := []persona{{name: "nobody"}}
	for _, kind := range access.UserTypes {
		for _, holds := range []bool{true, false} {
			out = append(out, signIn(ctx, t, a, persona{name: fmt.Sprintf("%s %v", kind, holds), t: kind, holds: holds}))
		}
	}
	return append(out, signIn(ctx, t, a, persona{name: "buyer pending", t: access.Buyer, holds: true, pending: true}))
}

func signIn(ctx context.Context, t *testing.T, a *app.App, p persona) persona {
	t.Helper()
	companies := map[access.UserType]string{access.Supplier: "supplier", access.Buyer: "buyer", access.Operator: "operator", access.Temp: "buyer"}
	sum := sha256.Sum256([]byte(p.name))
	actor := access.Actor{User: uuid.New(), Org: uuid.New(), Type: p.t, Name: p.name, Email: fmt.Sprintf("p%x@example.org", sum[:4])}
	err := pg.InTx(ctx, a.DB, func(tx pg.Tx) error {
		r := partysvc.Registration{Profile: party.Profile{CompanyType: "limited", Name: p.name, Country: "KE", TaxID: fmt.Sprintf("%x", sum[:6])}}
		if err := partysvc.Create(ctx, tx, access.System, companies[p.t], actor.Org, r); err != nil {
			return err
		}
		if err := a.Identity.CreateAdministrator(ctx, tx, actor, "Per", "Sona", "254701234567", "simba42"); err != nil {
			return err
		}
		if !p.holds {
			if _, err := tx.Exec(ctx, "DELETE FROM role_privilege WHERE role_id IN (SELECT role_id FROM account_role WHERE account_id = $1)", actor.User); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "UPDATE account SET two_fa = $1 WHERE id = $2", p.pending, actor.User)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	o, err := a.Identity.Login(ctx, identitysvc.Credentials{Username: actor.Email, Password: "simba42"}, identitysvc.Client{Network: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	p.token = o.Token
	return p
}

// call sends an empty object and returns the status with the problem's code.
func call(h fasthttp.RequestHandler, method, path, token string) (int, string) {
	var req fasthttp.Request
	req.Header.SetMethod(method)
	req.SetRequestURI(path)
	req.Header.SetHost("zabuni.test")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if method != http.MethodGet && method != http.MethodDelete {
		req.Header.SetContentType("application/json")
		req.SetBodyString("{}")
	}
	var ctx fasthttp.RequestCtx
	ctx.Init(&req, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}, nil)
	h(&ctx)
	var p httpkit.Problem
	_ = json.Unmarshal(ctx.Response.Body(), &p)
	return ctx.Response.StatusCode(), p.Code
}
