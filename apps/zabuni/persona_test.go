package main

import (
	"crypto/ed25519"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// A persona is one kind of caller.
type persona struct {
	name string
	t    access.UserType // empty: not signed in, or as good as that
	// holds are the privileges that count; for whom they are taken away, none.
	holds   map[string]bool
	pending bool // awaits the second factor
	stale   bool // proved a factor long ago
	dead    bool // whatever it sends is worth nothing
	support bool // operator staff in the console of a customer of type t
	user    uuid.UUID
	task    string // its own
	token   string
	half    string // the cookie

}

var companyOf = map[access.UserType]func(h *house) uuid.UUID{
	access.Supplier: func(h *house) uuid.UUID { return h.tenants[0].supplier.Org },
	access.Buyer:    func(h *house) uuid.UUID { return h.tenants[0].buyer.Org },
	access.Temp:     func(h *house) uuid.UUID { return h.tenants[0].buyer.Org },
	access.Operator: func(h *house) uuid.UUID { return h.operator.Org },
}

// personas are everybody who may knock, all of the first tenant.
func (h *house) personas() []persona {
	h.Helper()
	out := []persona{{name: "anonymous", task: uuid.NewString()}}
	for _, t := range access.UserTypes {
		all := access.Titles[t]
		add := func(name string, titles []access.Privilege, change func(*persona, *sessionRow)) {
			out = append(out, h.persona(string(t)+" "+name, t, titles, change))
		}
		add("without privileges", nil, nil)
		for _, p := range all {
			add("with "+string(p), []access.Privilege{p}, nil)
		}
		add("with all", all, nil)
		add("deactivated", all, func(p *persona, s *sessionRow) { p.dead, s.status = true, "deactivated" })
		add("logged out", all, func(p *persona, s *sessionRow) { p.dead, s.ended = true, &h.now })
		add("with a lapsed session", all, func(p *persona, s *sessionRow) { p.dead, s.expires = true, h.now.Add(-time.Second) })
		add("before the second factor", all, func(p *persona, s *sessionRow) { p.pending, s.pending = true, true })
		add("stale", all, func(p *persona, s *sessionRow) { p.stale, s.confirmed = true, h.now.Add(-2*time.Hour) })
		add("with a late token", all, func(p *persona, s *sessionRow) { p.dead, s.signed = true, -time.Hour })
		add("with half A alone", all, func(p *persona, s *sessionRow) { p.dead, s.noB = true, true })
		add("with half B alone", all, func(p *persona, s *sessionRow) { p.dead, s.noA = true, true })
		add("with half B of another session", all, func(p *persona, s *sessionRow) { p.dead, s.otherB = true, true })
		add("with the token of another app", all, func(p *persona, s *sessionRow) { p.dead, s.as = true, other(t) })
		add("with a token of another key", all, func(p *persona, s *sessionRow) { p.dead, s.forged = true, true })
		out = append(out, h.demoted(t))
	}
	return append(out, h.supporting(access.Buyer), h.supporting(access.Supplier))
}

// supporting is operator staff that looks at the console of the first tenant's
// company: it sees what that company's people see.
func (h *house) supporting(t access.UserType) persona {
	h.Helper()
	p := h.persona("support of a "+string(t), access.Operator, access.Titles[access.Operator], nil)
	a, _, err := h.Identity.Authenticate(h.ctx, p.token, p.half)
	h.must(err)
	view, err := h.Identity.BeginSupport(h.ctx, a, companyOf[t](h), "Ticket 4711", p.token)
	h.must(err)
	h.exec("UPDATE task SET company_id = $1 WHERE id = $2", companyOf[t](h), p.task)
	p.t, p.token, p.support, p.holds = t, view.Token, true, titles(t)
	return p
}

func other(t access.UserType) access.UserType {
	if t == access.Buyer {
		return access.Supplier
	}
	return access.Buyer
}

// sessionRow is what a session and its two halves are made of.
type sessionRow struct {
	status                            string // of the account
	confirmed, expires                time.Time
	ended                             *time.Time
	pending, noA, noB, otherB, forged bool
	as                                access.UserType
	signed                            time.Duration
}

// persona makes an account with a role of those titles, and a session of it,
// without a login: the password's hash would cost more than all its cells.
func (h *house) persona(name string, t access.UserType, titles []access.Privilege, change func(*persona, *sessionRow)) persona {
	h.Helper()
	// What is numbered by identifiers has the task always last: others' are of their time.
	task := "f" + uuid.NewString()[1:]
	p := persona{name: name, t: t, holds: map[string]bool{}, user: uuid.Must(uuid.NewV7()), task: task}
	s := sessionRow{status: "active", confirmed: h.now.Add(time.Hour), expires: h.now.Add(12 * time.Hour), as: t}
	if change != nil {
		change(&p, &s)
	}
	org, role := companyOf[t](h), uuid.Must(uuid.NewV7())
	names := make([]string, len(titles))
	for i, title := range titles {
		names[i], p.holds[string(title)] = string(title), true
	}
	h.must(pg.InTx(h.ctx, h.db, func(tx pg.Tx) error {
		for _, x := range []struct {
			sql  string
			args []any
		}{
			{`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at) VALUES ($1, $2, $3, $4, 'Per', 'Sona', $5, $6)`,
				[]any{p.user, org, t, strings.ReplaceAll(name, " ", ".") + "@example.org", s.status, h.now}},
			{`INSERT INTO role (id, company_id, user_type, name, created_at) VALUES ($1, $2, $3, $4, $5)`, []any{role, org, t, "Role " + name, h.now}},
			{`INSERT INTO role_privilege (role_id, title) SELECT $1, unnest($2::text[])`, []any{role, names}},
			{`INSERT INTO account_role (account_id, role_id) VALUES ($1, $2)`, []any{p.user, role}},
			{`INSERT INTO task (id, kind, company_id, actor_id, title, status, input, result_id, created_at, finished_at)
				VALUES ($1, 'item_template', $2, $3, 'Task', 'completed', '{}', (SELECT id FROM document LIMIT 1), $4, $4)`,
				[]any{p.task, org, p.user, h.now}},
		} {
			if _, err := pgtest.Do(h.ctx, tx, x.sql, x.args...); err != nil {
				return fmt.Errorf("%s: %w", x.sql, err)
			}
		}
		return nil
	}))
	p.token, p.half = h.session(p.user, s)
	return p
}

// session opens a session and returns what the caller sends of it.
func (h *house) session(user uuid.UUID, s sessionRow) (token, half string) {
	h.Helper()
	id, half := uuid.Must(uuid.NewV7()), uuid.NewString()
	_, err := h.db.Exec(h.ctx, `INSERT INTO session (id, account_id, secret_hash, rotated_at, tfa_pending, remember, browser, agent, network, confirmed_at, created_at, seen_at, expires_at, ended_at)
		VALUES ($1, $2, sha256(convert_to($3, 'UTF8')), $4, $5, false, true, 'matrix', '127.0.0.1', $6, $4, $4, $7, $8)`,
		id, user, half, h.now, s.pending, s.confirmed, s.expires, s.ended)
	h.must(err)
	key := h.TokenKey
	if s.forged {
		key = ed25519.NewKeyFromSeed([]byte("somebody else's signing key 32 b"))
	}
	token, err = identity.NewTokens(key, h.Clock.Now).Sign(identity.Claims{Session: id, UserType: s.as, Fingerprint: identity.Fingerprint(half)}, user, h.now.Add(s.signed))
	h.must(err)
	if s.noA {
		token = ""
	}
	if s.noB {
		half = ""
	}
	if s.otherB {
		_, half = h.session(user, sessionRow{confirmed: s.confirmed, expires: s.expires, as: s.as})
	}
	return token, half
}

// demoted had every privilege when its session was last asked about, a moment
// ago, and has none now: whatever it asks for knows that at once.
func (h *house) demoted(t access.UserType) persona {
	h.Helper()
	p := h.persona(string(t)+" whose role was removed a moment ago", t, access.Titles[t], nil)
	if r := h.send(p, appOf[t], "GET", "/session", nil); r.status != 200 {
		h.Fatalf("%s: %d %s", p.name, r.status, r.body)
	}
	_, err := pgtest.Do(h.ctx, h.db, "DELETE FROM account_role WHERE account_id = $1", p.user)
	h.must(err)
	p.holds = map[string]bool{}
	return p
}

var appOf = map[access.UserType]string{access.Supplier: "supplier", access.Buyer: "buyer", access.Operator: "operator", access.Temp: "contracts"}
