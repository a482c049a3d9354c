package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// A visit is one caller of a BFF: a program by its token, a browser by its cookies too.
type visit struct {
	handler fasthttp.RequestHandler
	token   string
	cookies map[string]string // not nil: a browser, which keeps what it is given
	site    string            // what the browser says of the page that sends
}

func (v visit) send(method, path, body string) *fasthttp.Response {
	var req fasthttp.Request
	req.Header.SetMethod(method)
	req.SetRequestURI(path)
	req.Header.SetHost("zabuni.test")
	if v.token != "" {
		req.Header.Set("Authorization", "Bearer "+v.token)
	}
	if v.cookies != nil {
		req.Header.Set("Sec-Fetch-Site", v.site)
		for name, value := range v.cookies {
			req.Header.SetCookie(name, value)
		}
	}
	if body != "" {
		req.Header.SetContentType("application/json")
		req.SetBodyString(body)
	}
	var ctx fasthttp.RequestCtx
	ctx.Init(&req, &net.TCPAddr{IP: net.IPv4(203, 0, 113, 7), Port: 1}, nil)
	v.handler(&ctx)
	for name, value := range ctx.Response.Header.Cookies() {
		if v.cookies != nil {
			var c fasthttp.Cookie
			_ = c.ParseBytes(value)
			v.cookies[string(name)] = string(c.Value())
		}
	}
	return &ctx.Response
}

const (
	tokenCookie  = "__Host-zabuni_token"
	secretCookie = "__Host-zabuni_sid"
)

func TestABrowsersSession(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	a := app.New(app.Outside{DB: db})
	p := signIn(t.Context(), t, a, persona{name: "browser", t: access.Supplier, holds: titles(access.Supplier)})
	email := mustActor(t, a, p.token).Email
	handler := bffs["supplier"](a).Handler()
	in := `{"username":"` + email + `","password":"simba42"}`
	sessions := func() (n int) {
		if err := db.QueryRow(t.Context(), "SELECT count(*) FROM session").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := sessions()
	// Another site signs nobody in, whatever way it makes the browser send.
	for _, site := range []string{"cross-site", "same-site"} {
		stranger := visit{handler: handler, cookies: map[string]string{}, site: site}
		if r := stranger.send(http.MethodPost, "/api/supplier/authentication/login", in); r.StatusCode() != http.StatusForbidden || len(stranger.cookies) > 0 {
			t.Fatal(site, r.StatusCode(), stranger.cookies)
		}
	}
	if sessions() != before {
		t.Fatal("another site opened a session")
	}
	b := visit{handler: handler, cookies: map[string]string{secretCookie: "planted", tokenCookie: "planted"}, site: "same-origin"}
	r := b.send(http.MethodPost, "/api/supplier/authentication/login", in)
	if r.StatusCode() != http.StatusOK || b.cookies[secretCookie] == "planted" || b.cookies[tokenCookie] == "planted" {
		t.Fatal("a planted half is kept:", r.StatusCode(), string(r.Body()))
	}
	raw := r.Header.String()
	for _, want := range []string{`(?i)__Host-zabuni_sid=[^;]+;[^\n]*HttpOnly`, `(?i)__Host-zabuni_sid=[^;]+;[^\n]*secure`, `(?i)__Host-zabuni_token=[^;]+;[^\n]*SameSite=Strict`, `(?i)__Host-zabuni_device=[^;]+;[^\n]*HttpOnly`} {
		if !regexp.MustCompile(want).MatchString(raw) {
			t.Errorf("%s is not in\n%s", want, raw)
		}
	}
	if regexp.MustCompile(`(?i)__Host-zabuni_token=[^;]+;[^\n]*HttpOnly`).MatchString(raw) {
		t.Error("script cannot read the token")
	}
	b.token = b.cookies[tokenCookie]
	me := func(v visit) int { return v.send(http.MethodGet, "/api/supplier/session", "").StatusCode() }
	if got := me(b); got != http.StatusOK {
		t.Fatal(got)
	}
	for name, v := range map[string]visit{
		"the bearer alone":    {handler: handler, token: b.token},
		"the cookies alone":   {handler: handler, cookies: b.cookies, site: "same-origin"},
		"another's half":      {handler: handler, token: b.token, cookies: map[string]string{secretCookie: "planted"}, site: "same-origin"},
		"the secret as token": {handler: handler, token: b.cookies[secretCookie], cookies: b.cookies, site: "same-origin"},
	} {
		if got := me(v); got != http.StatusUnauthorized {
			t.Errorf("%s answers %d", name, got)
		}
	}
	foreign := b
	foreign.site = "cross-site"
	if r := foreign.send(http.MethodPost, "/api/supplier/authentication/logout", ""); r.StatusCode() != http.StatusForbidden {
		t.Fatal("another site signs people out:", r.StatusCode())
	}
	out := b.send(http.MethodPost, "/api/supplier/authentication/logout", "")
	if out.StatusCode() >= 300 || !strings.Contains(string(out.Header.Peek("Clear-Site-Data")), "storage") || b.cookies[secretCookie] != "" {
		t.Fatal(out.StatusCode(), out.Header.String())
	}
	if b.cookies["__Host-zabuni_device"] == "" {
		t.Fatal("signing out forgets the device: whoever guesses passwords can lock its owner out")
	}
	if got := me(b); got != http.StatusUnauthorized {
		t.Fatal("the session outlives its logout:", got)
	}
}

// A browser keeps both halves of a session beyond its own end just when its owner
// asked for that, and every way into another session gives halves that fit.
func TestABrowserKeepsWhatItWasAskedToKeep(t *testing.T) {
	t.Parallel()
	a := app.New(app.Outside{DB: pgtest.New(t)})
	customer := signIn(t.Context(), t, a, persona{name: "customer", t: access.Buyer, holds: titles(access.Buyer)})
	operator := signIn(t.Context(), t, a, persona{name: "operator", t: access.Operator, holds: titles(access.Operator)})
	who := mustActor(t, a, customer.token)
	for _, x := range []struct {
		desk, email, asked string
		kept               bool
	}{
		{"buyer", who.Email, `,"remember_me":true`, true},
		{"buyer", who.Email, `,"remember_me":false`, false},
		{"buyer", who.Email, "", false},
		{"operator", mustActor(t, a, operator.token).Email, `,"remember_me":true`, false}, // who looks after others
	} {
		b := visit{handler: bffs[x.desk](a).Handler(), cookies: map[string]string{}, site: "same-origin"}
		r := b.send(http.MethodPost, "/api/"+x.desk+"/authentication/login", `{"username":"`+x.email+`","password":"simba42"`+x.asked+`}`)
		if r.StatusCode() != http.StatusOK {
			t.Fatal(x, r.StatusCode(), string(r.Body()))
		}
		for _, name := range []string{tokenCookie, secretCookie} {
			var c fasthttp.Cookie
			if err := c.ParseBytes(r.Header.PeekCookie(name)); err != nil || !c.Expire().Equal(fasthttp.CookieExpireUnlimited) != x.kept {
				t.Errorf("%v: %s is kept until %v: %v", x, name, c.Expire(), err)
			}
		}
		if x.desk != "operator" {
			continue
		}
		for _, way := range []struct{ desk, path, body string }{
			{"operator", "/support/" + who.Org.String(), `{"reason":"Ticket 4711"}`},
			{"buyer", "/support/end", ""},
			{"operator", "/authentication/refresh", ""},
		} {
			b.handler, b.token = bffs[way.desk](a).Handler(), b.cookies[tokenCookie]
			if r := b.send(http.MethodPost, "/api/"+way.desk+way.path, way.body); r.StatusCode() != http.StatusOK {
				t.Fatal(way.path, r.StatusCode(), string(r.Body()))
			}
			b.token = b.cookies[tokenCookie]
			on := b.cookies["zabuni_app"]
			b.handler = bffs[on](a).Handler()
			if r := b.send(http.MethodGet, "/api/"+on+"/session", ""); r.StatusCode() != http.StatusOK {
				t.Errorf("after %s the browser's halves answer %d", way.path, r.StatusCode())
			}
		}
	}
}

// TestNothingPersonalIsLogged runs people through registration, sign-in, their
// mistakes, a reset and a failure of the server, and searches all that is logged.
func TestNothingPersonalIsLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	db := pgtest.New(t)
	a := app.New(app.Outside{DB: db, Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	handler := bffs["supplier"](a).Handler()
	b := visit{handler: handler, cookies: map[string]string{}, site: "same-origin"}
	const base = "/api/supplier"
	canaries := []string{"halima.canary", "Halimacanary", "Wafulacanary", "254722333444", "0722333444", "Canaryword7", "Wrongcanary7", "Canary Traders", "P077777777Z", "activation-canary", "reset-canary", "nobody.canary"}
	post := func(path, body string, want int) map[string]any {
		t.Helper()
		r := b.send(http.MethodPost, base+path, body)
		if r.StatusCode() != want {
			t.Fatal(path, r.StatusCode(), string(r.Body()))
		}
		var out map[string]any
		_ = json.Unmarshal(r.Body(), &out)
		return out
	}
	link := func(purpose, secret string) {
		t.Helper()
		err := pg.InTx(t.Context(), db, func(tx pg.Tx) error {
			var id uuid.UUID
			if err := tx.QueryRow(t.Context(), "SELECT id FROM account WHERE email = 'halima.canary@kazi.example'").Scan(&id); err != nil {
				return err
			}
			return a.Identity.ExpectLink(t.Context(), tx, id, purpose, secret)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	post("/supplier/register/", `{"company":{"company_type":"partnership","name":"Canary Traders","country":"KE","physical_address":"Kenyatta Avenue","phone":"0722333444","tax_id":"P077777777Z"},
		"user":{"first_name":"Halimacanary","last_name":"Wafulacanary","email":"halima.canary@kazi.example","phone":"0722333444","password":"Canaryword7","confirm_password":"Canaryword7"},"agree_terms":true}`, http.StatusOK)
	link("activation", "activation-canary")
	b.send(http.MethodGet, base+"/authentication/verify_email?token=activation-canary", "")
	post("/authentication/login", `{"username":"nobody.canary@kazi.example","password":"Wrongcanary7"}`, http.StatusUnauthorized)
	post("/authentication/login", `{"username":"halima.canary@kazi.example","password":"Wrongcanary7"}`, http.StatusUnauthorized)
	post("/authentication/login", `{"username":"halima.canary@kazi.example","password":`, http.StatusBadRequest)
	post("/authentication/login", `{"username":"halima.canary@kazi.example","password":"Canaryword7"}`, http.StatusOK)
	b.token = b.cookies[tokenCookie]
	canaries = append(canaries, b.token, b.cookies[secretCookie], b.cookies["__Host-zabuni_device"])
	b.send(http.MethodGet, base+"/session", "")
	b.send(http.MethodPatch, base+"/authentication/profile", `{"first_name":"Halimacanary","last_name":"Wafulacanary","phone":"canary","language":"en"}`)
	post("/authentication/confirm", `{"password":"Wrongcanary7"}`, http.StatusUnprocessableEntity)
	b.send(http.MethodPost, base+"/authentication/request-reset-email/", `{"email":"halima.canary@kazi.example"}`)
	link("reset", "reset-canary")
	b.send(http.MethodGet, base+"/authentication/password-reset/canary-uid/reset-canary/", "")
	b.send(http.MethodGet, base+"/nowhere/halima.canary@kazi.example", "")
	// The server's own failure is logged with what Postgres said.
	owner := pgtest.As(t, db, "")
	if _, err := owner.Exec(t.Context(), "ALTER TABLE session ADD CONSTRAINT planted CHECK (agent <> 'planted') NOT VALID, ADD CONSTRAINT planted2 CHECK (network = 'x') NOT VALID"); err != nil {
		t.Fatal(err)
	}
	post("/authentication/login", `{"username":"halima.canary@kazi.example","password":"Canaryword7"}`, http.StatusInternalServerError)
	said := log.String()
	if strings.Count(said, `"msg":"request"`) < 12 || !strings.Contains(said, "planted2") {
		t.Fatal("the log does not say what happened:\n" + said)
	}
	for _, word := range canaries {
		if word == "" || strings.Contains(said, word) {
			t.Errorf("%q is in the log", word)
		}
	}
}
