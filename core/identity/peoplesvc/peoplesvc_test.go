package peoplesvc_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/identity/peoplesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/sheet"
)

const password = "simba42"

type world struct {
	*testing.T
	ctx      context.Context
	db       *pgxpool.Pool
	identity *identitysvc.Service
	people   *peoplesvc.Service
	made     int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	db := pgtest.New(t)
	tokens := identity.NewTokens(ed25519.NewKeyFromSeed(make([]byte, 32)), pgtest.Clock(t, db))
	return &world{T: t, ctx: t.Context(), db: db, identity: identitysvc.New(db, tokens, identitysvc.Cheap(), identitysvc.Settings{}), people: peoplesvc.New(db)}
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) is(err error, want *fault.Def) {
	w.Helper()
	if !errors.Is(err, want) {
		w.Fatalf("got %v, want %s", err, want.Code)
	}
}

// at asks for a field error.
func (w *world) at(err error, pointer, code string) {
	w.Helper()
	if e := fault.As(err); !slices.ContainsFunc(e.Fields, func(f fault.Field) bool { return f.Pointer == pointer && f.Code == code }) {
		w.Fatalf("got %v, want %s at %s", err, code, pointer)
	}
}

// administrator is the first person of a new company, or a further one of org.
func (w *world) administrator(kind string, t access.UserType, org uuid.UUID) access.Actor {
	w.Helper()
	w.made++
	a := access.Actor{User: uuid.New(), Org: org, Type: t, Name: fmt.Sprint("Admin ", w.made), Email: fmt.Sprintf("admin%d@example.org", w.made),
		Privileges: access.Titles[t]}
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		if org == uuid.Nil {
			a.Org = uuid.New()
			r := partysvc.Registration{Profile: party.Profile{CompanyType: "limited", Name: fmt.Sprint("Company ", w.made), Country: "KE", TaxID: fmt.Sprintf("P05%07dZ", w.made)}}
			if err := partysvc.Create(w.ctx, tx, access.System, kind, a.Org, r); err != nil {
				return err
			}
		}
		a.Confirmed = tx.Now
		return w.identity.CreateAdministrator(w.ctx, tx, a, "Admin", fmt.Sprint(w.made), "254701234567", password)
	}))
	return a
}

func (w *world) scope(a access.Actor, asked uuid.UUID) peoplesvc.Scope {
	w.Helper()
	c, err := w.people.Scope(w.ctx, a, asked)
	w.must(err)
	return c
}

func (w *world) role(a access.Actor, c peoplesvc.Scope, name string, assigned, denied []access.Privilege) uuid.UUID {
	w.Helper()
	id, err := w.people.CreateRole(w.ctx, a, c, peoplesvc.RoleForm{Name: name})
	w.must(err)
	w.must(w.people.SetPrivileges(w.ctx, a, c, id, assigned, denied))
	return id
}

func form(email string, roles ...uuid.UUID) peoplesvc.UserForm {
	return peoplesvc.UserForm{FirstName: "Neema", LastName: "Otieno", Email: email, Phone: "0701 234 567", Roles: roles}
}

// joined is an invited person who has set a password, signed in.
func (w *world) joined(a access.Actor, c peoplesvc.Scope, email string, roles ...uuid.UUID) (access.Actor, func() (access.Actor, error)) {
	w.Helper()
	id, err := w.people.Create(w.ctx, a, c, form(email, roles...))
	w.must(err)
	w.must(w.identity.CompleteReset(w.ctx, identitysvc.NewPassword{UID: identitysvc.UID(id), Token: w.invitation(id), Password: password, Confirm: password}))
	o, err := w.identity.Login(w.ctx, identitysvc.Credentials{Username: email, Password: password}, identitysvc.Client{Network: "127.0.0.1"})
	w.must(err)
	again := func() (access.Actor, error) {
		actor, _, err := w.identity.Authenticate(w.ctx, o.Token, "")
		return actor, err
	}
	actor, err := again()
	w.must(err)
	return actor, again
}

// invitation is the secret that a mail would hold.
func (w *world) invitation(id uuid.UUID) string {
	w.Helper()
	secret := uuid.NewString()
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error { return w.identity.ExpectLink(w.ctx, tx, id, "invitation", secret) }))
	return secret
}

func TestInvitationIsGoodOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.administrator("supplier", access.Supplier, uuid.Nil)
	c := w.scope(admin, uuid.Nil)
	role := w.role(admin, c, "Bidder", []access.Privilege{access.ManageTender}, nil)
	id, err := w.people.Create(w.ctx, admin, c, form("neema@kazi.example", role))
	w.must(err)
	_, err = w.people.Create(w.ctx, admin, c, form("Neema@kazi.example", role))
	w.at(err, "/email", identity.EmailTaken)
	_, err = w.people.Create(w.ctx, admin, c, peoplesvc.UserForm{Email: "x", Phone: "12"})
	for _, pointer := range []string{"/first_name", "/last_name", "/roles"} {
		w.at(err, pointer, fault.Required)
	}
	w.at(err, "/phone", fault.BadFormat)
	u, err := w.people.User(w.ctx, c, id)
	w.must(err)
	if u.Status != identity.Invited || u.Phone != "254701234567" || u.Email != "neema@kazi.example" {
		t.Fatalf("%+v", u)
	}
	first := w.invitation(id)
	w.must(w.people.Do(w.ctx, admin, c, id, identity.Invite, "")) // voids the link before
	set := func(token string) error {
		return w.identity.CompleteReset(w.ctx, identitysvc.NewPassword{UID: identitysvc.UID(id), Token: token, Password: password, Confirm: password})
	}
	w.is(set(first), identity.ResetInvalid)
	second := w.invitation(id)
	w.must(set(second))
	w.is(set(second), identity.ResetInvalid)
	w.is(w.people.Do(w.ctx, admin, c, id, identity.Invite, ""), identity.WrongState)
}

func TestNobodyGrantsWhatTheyLack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.administrator("buyer", access.Buyer, uuid.Nil)
	c := w.scope(admin, uuid.Nil)
	clerk := w.role(admin, c, "Clerk", []access.Privilege{access.ManageUser, access.ViewReport}, nil)
	strong := w.role(admin, c, "Officer", []access.Privilege{access.OpenBids}, nil)
	closed := w.role(admin, c, "Closed", nil, []access.Privilege{access.AwardJob})
	actor, _ := w.joined(admin, c, "clerk@example.org", clerk)
	mine := w.scope(actor, uuid.Nil)
	_, err := w.people.Create(w.ctx, actor, mine, form("friend@example.org", strong))
	w.is(err, identity.NotYoursToGrant)
	w.is(w.people.SetPrivileges(w.ctx, actor, mine, clerk, []access.Privilege{access.ManageUser, access.AwardJob}, nil), identity.NotYoursToGrant)
	w.is(w.people.SetPrivileges(w.ctx, actor, mine, closed, nil, nil), identity.NotYoursToGrant) // lifting a denial grants
	w.is(w.people.Do(w.ctx, actor, mine, admin.User, identity.Deactivate, ""), identity.Outranked)
	w.must(w.people.SetPrivileges(w.ctx, actor, mine, strong, nil, []access.Privilege{access.OpenBids})) // taking away needs nothing
	friend, err := w.people.Create(w.ctx, actor, mine, form("friend@example.org", clerk))
	w.must(err)
	w.at(w.people.Update(w.ctx, admin, c, friend, form("", w.administrators(c), clerk)), "/roles", identity.AdministratorOnly)
	tired := admin
	tired.Confirmed = tired.Confirmed.Add(-time.Hour)
	w.is(w.people.SetPrivileges(w.ctx, tired, c, clerk, nil, nil), fault.StepUp)
	w.is(w.people.DeleteRole(w.ctx, admin, c, clerk), identity.RoleHeld)
	w.must(w.people.DeleteRole(w.ctx, admin, c, closed))
}

// administrators is the role that the system keeps.
func (w *world) administrators(c peoplesvc.Scope) uuid.UUID {
	w.Helper()
	roles, err := w.people.Roles(w.ctx, c, "")
	w.must(err)
	for _, r := range roles {
		if r.Protected && r.UserType == string(c.Types[0]) {
			return r.ID
		}
	}
	w.Fatal("no administrator's role")
	return uuid.Nil
}

func TestAnAdministratorAlwaysRemains(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one := w.administrator("supplier", access.Supplier, uuid.Nil)
	two := w.administrator("supplier", access.Supplier, one.Org)
	c := w.scope(one, uuid.Nil)
	kept := w.administrators(c)
	plain := w.role(one, c, "Plain", []access.Privilege{access.ManageTender}, nil)
	w.is(w.people.SetPrivileges(w.ctx, one, c, kept, nil, nil), identity.RoleProtected)
	w.is(w.people.DeleteRole(w.ctx, one, c, kept), identity.RoleProtected)
	w.is(w.people.Do(w.ctx, one, c, one.User, identity.Deactivate, ""), identity.OwnAccount)
	w.must(w.people.Do(w.ctx, one, c, two.User, identity.Deactivate, ""))
	// Only one is left: neither demotion of oneself nor what another, as good as gone, would do.
	w.is(w.people.Update(w.ctx, one, c, one.User, form("", plain)), identity.LastAdministrator)
	w.is(w.people.Do(w.ctx, two, c, one.User, identity.Deactivate, ""), identity.LastAdministrator)
	w.is(w.people.Do(w.ctx, two, c, one.User, identity.Delete, one.Email), identity.LastAdministrator)
	w.must(w.people.Do(w.ctx, one, c, two.User, identity.Reactivate, ""))
	// Both demote each other at the same moment: one of them is refused.
	for range 60 {
		errs, begin := make(chan error, 2), make(chan struct{})
		for _, pair := range [][2]access.Actor{{one, two}, {two, one}} {
			go func() {
				<-begin
				errs <- w.people.Update(w.ctx, pair[0], c, pair[1].User, form("", plain))
			}()
		}
		close(begin)
		a, b := <-errs, <-errs
		if (a == nil) == (b == nil) || !errors.Is(errors.Join(a, b), identity.LastAdministrator) {
			t.Fatalf("%v and %v", a, b)
		}
		_, err := pgtest.Do(w.ctx, w.db, "UPDATE account_role SET role_id = $1 WHERE role_id = $2", kept, plain)
		w.must(err)
	}
}

func TestForeignIDsLeadNowhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one, other := w.administrator("buyer", access.Buyer, uuid.Nil), w.administrator("buyer", access.Buyer, uuid.Nil)
	c, theirs := w.scope(one, uuid.Nil), w.scope(other, uuid.Nil)
	role := w.role(other, theirs, "Theirs", []access.Privilege{access.ViewReport}, nil)
	_, err := w.people.User(w.ctx, c, other.User)
	w.is(err, identity.UserNotFound)
	w.is(w.people.Update(w.ctx, one, c, other.User, form("", w.administrators(c))), identity.UserNotFound)
	for _, act := range []identity.Act{identity.Invite, identity.Deactivate, identity.Reactivate, identity.Delete} {
		w.is(w.people.Do(w.ctx, one, c, other.User, act, other.Email), identity.UserNotFound)
	}
	_, err = w.people.Role(w.ctx, c, role)
	w.is(err, identity.RoleNotFound)
	w.is(w.people.UpdateRole(w.ctx, one, c, role, peoplesvc.RoleForm{Name: "Mine"}), identity.RoleNotFound)
	w.is(w.people.SetPrivileges(w.ctx, one, c, role, nil, nil), identity.RoleNotFound)
	w.is(w.people.DeleteRole(w.ctx, one, c, role), identity.RoleNotFound)
	_, err = w.people.Create(w.ctx, one, c, form("new@example.org", role))
	w.at(err, "/roles", fault.Unknown)
	_, err = w.people.Scope(w.ctx, one, other.Org)
	w.is(err, fault.Forbidden)
	logs, err := w.people.Logs(w.ctx, c, peoplesvc.LogFilter{Search: other.Name}, 1, 10)
	w.must(err)
	if len(logs.Items) != 0 {
		t.Fatalf("another company's log: %+v", logs.Items)
	}
	// The operator looks after any buyer, and of suppliers after none.
	operator, supplier := w.administrator("operator", access.Operator, uuid.Nil), w.administrator("supplier", access.Supplier, uuid.Nil)
	acting := w.scope(operator, one.Org)
	if acting.Own || !slices.Equal(acting.Types, []access.UserType{access.Buyer, access.Temp}) {
		t.Fatalf("%+v", acting)
	}
	opens := w.role(operator, acting, "Openers", []access.Privilege{access.OpenBids}, nil)
	_, err = w.people.Create(w.ctx, operator, acting, form("opener@example.org", opens))
	w.must(err)
	_, err = w.people.Scope(w.ctx, operator, supplier.Org)
	w.is(err, identity.UserNotFound)
}

func TestARoleChangeHoldsAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.administrator("supplier", access.Supplier, uuid.Nil)
	c := w.scope(admin, uuid.Nil)
	role := w.role(admin, c, "Bidder", []access.Privilege{access.ManageTender, access.MakePayments}, nil)
	deny := w.role(admin, c, "No payments", nil, []access.Privilege{access.MakePayments})
	actor, again := w.joined(admin, c, "bidder@example.org", role)
	if !actor.Has(access.MakePayments) {
		t.Fatal(actor.Privileges)
	}
	w.must(w.people.Update(w.ctx, admin, c, actor.User, form("", role, deny)))
	actor, err := again()
	w.must(err)
	if actor.Has(access.MakePayments) || !actor.Has(access.ManageTender) {
		t.Fatal("a denial does not win:", actor.Privileges)
	}
	w.must(w.people.SetPrivileges(w.ctx, admin, c, role, nil, nil))
	if actor, err = again(); err != nil || len(actor.Privileges) != 0 {
		t.Fatal(actor.Privileges, err)
	}
	w.must(w.people.Do(w.ctx, admin, c, actor.User, identity.Deactivate, ""))
	_, err = again()
	w.is(err, fault.Unauthenticated)
	_, err = w.identity.Login(w.ctx, identitysvc.Credentials{Username: "bidder@example.org", Password: password}, identitysvc.Client{Network: "127.0.0.1"})
	w.is(err, identity.Deactivated)
	w.must(w.people.Do(w.ctx, admin, c, actor.User, identity.Reactivate, ""))
	_, err = again() // the door is open again, the old session has ended for good
	w.is(err, fault.Unauthenticated)
}

func TestADeletedPersonLeavesTheNameOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.administrator("buyer", access.Buyer, uuid.Nil)
	c := w.scope(admin, uuid.Nil)
	role := w.role(admin, c, "Reader", []access.Privilege{access.ViewReport}, nil)
	actor, again := w.joined(admin, c, "leaver@example.org", role)
	w.at(w.people.Do(w.ctx, admin, c, actor.User, identity.Delete, "other@example.org"), "/confirm", identity.ConfirmMismatch)
	w.must(w.people.Do(w.ctx, admin, c, actor.User, identity.Delete, " Leaver@example.org "))
	_, err := again()
	w.is(err, fault.Unauthenticated)
	u, err := w.people.User(w.ctx, c, actor.User)
	w.must(err)
	if u.Status != identity.Deleted || u.Email != "" || u.Phone != "" || u.FirstName != "Neema" || len(u.RoleIds) != 0 {
		t.Fatalf("%+v", u)
	}
	w.is(w.people.Do(w.ctx, admin, c, actor.User, identity.Reactivate, ""), identity.WrongState)
	next, err := w.people.Create(w.ctx, admin, c, form("leaver@example.org", role))
	w.must(err)
	listed, err := w.people.Users(w.ctx, c, peoplesvc.UserFilter{Search: "leaver@"}, "", 10)
	w.must(err)
	if len(listed.Items) != 1 || listed.Items[0].ID != next || listed.Total != 1 {
		t.Fatalf("%+v", listed)
	}
	logs, err := w.people.Logs(w.ctx, c, peoplesvc.LogFilter{Areas: []peoplesvc.Area{"identity"}}, 1, 50)
	w.must(err)
	if !slices.ContainsFunc(logs.Items, func(l peoplesvc.Log) bool {
		return l.Action == "identity.account.deleted" && l.ObjectName == "Neema Otieno" && l.ActorID == admin.User
	}) {
		t.Fatalf("the log forgets the name: %+v", logs.Items)
	}
}

// The exported log says in words what happened, at the time on the reader's wall;
// machines have the code.
func TestTheExportedLogIsForPeople(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.administrator("supplier", access.Supplier, uuid.Nil)
	c := w.scope(admin, uuid.Nil)
	_, err := w.people.CreateRole(w.ctx, admin, c, peoplesvc.RoleForm{Name: "Clerks"})
	w.must(err)
	_, err = w.db.Exec(w.ctx, "INSERT INTO audit_entry (at, actor_id, actor_name, actor_type, company_id, action, object, object_id, detail) SELECT $1, actor_id, '=1+1', actor_type, company_id, 'future.thing.done', object, object_id, detail FROM audit_entry WHERE action = 'identity.role.created' LIMIT 1",
		time.Date(2026, 11, 21, 22, 30, 5, 0, time.UTC))
	w.must(err)
	for language, words := range map[string][]string{
		"en": {"Time (Africa/Nairobi)", "Created a role", "Code"}, "sw": {"Wakati (Africa/Nairobi)", "", "Msimbo"}, "am": {"ጊዜ (Africa/Nairobi)", "", "ኮድ"},
		"fr": {"Heure (Africa/Nairobi)", "", "Code"}, "pt": {"Hora (Africa/Nairobi)", "", "Código"}, "xx": {"Time (Africa/Nairobi)", "Created a role", "Code"},
	} {
		book, err := w.people.ExportLogs(w.ctx, admin, c, peoplesvc.LogFilter{}, language)
		w.must(err)
		f, err := excelize.OpenReader(bytes.NewReader(book))
		w.must(err)
		rows, err := f.GetRows(f.GetSheetName(0))
		w.must(err)
		w.must(f.Close())
		if rows[0][0] != words[0] || rows[0][5] != words[2] {
			t.Errorf("%s: head %q", language, rows[0])
		}
		made, future := false, false
		for _, r := range rows[1:] {
			if r[5] == "identity.role.created" {
				made = true
				if r[2] == r[5] || words[1] != "" && r[2] != words[1] {
					t.Errorf("%s: a role that was created reads %q", language, r[2])
				}
			}
			if r[5] == "future.thing.done" {
				future = true
				if r[0] != "22-11-2026 01:30:05" || r[1] != "'=1+1" || r[2] != r[5] {
					t.Errorf("%s: %q", language, r)
				}
			}
		}
		if !made || !future {
			t.Errorf("%s: not all is there: %v", language, rows)
		}
	}
}

func TestAdministratorsLearnNewTitles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.administrator("supplier", access.Supplier, uuid.Nil)
	c := w.scope(admin, uuid.Nil)
	_, err := pgtest.Do(w.ctx, w.db, "DELETE FROM role_privilege WHERE title = 'SUBMIT_BID'")
	w.must(err)
	_, err = pgtest.Do(w.ctx, w.db, "UPDATE role_privilege SET denied = true WHERE title = 'MANAGE_RFQ'")
	w.must(err)
	w.must(w.identity.KeepAdministrators(w.ctx))
	r, err := w.people.Role(w.ctx, c, w.administrators(c))
	w.must(err)
	if len(access.Beyond(r.Assigned, access.Titles[access.Supplier])) != 0 || len(r.Denied) != 0 {
		t.Fatalf("%+v", r)
	}
}

// More lines than a file holds are no file, and nobody took one.
func TestALogOfTooManyLinesIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.administrator("supplier", access.Supplier, uuid.Nil)
	c := w.scope(admin, uuid.Nil)
	_, err := w.people.CreateRole(w.ctx, admin, c, peoplesvc.RoleForm{Name: "Clerks"})
	w.must(err)
	all, err := w.people.Logs(w.ctx, c, peoplesvc.LogFilter{}, 1, 100)
	w.must(err)
	_, err = w.db.Exec(w.ctx, "INSERT INTO audit_entry (at, actor_id, actor_name, actor_type, company_id, action, object, object_id, detail) SELECT at, actor_id, actor_name, actor_type, company_id, action, object, object_id, detail FROM (SELECT * FROM audit_entry WHERE action = 'identity.role.created' LIMIT 1) e, generate_series(1, $1)",
		sheet.MostRows-len(all.Items))
	w.must(err)
	_, err = w.people.ExportLogs(w.ctx, admin, c, peoplesvc.LogFilter{}, "en") // which is one more
	w.must(err)
	for range 2 {
		if _, err = w.people.ExportLogs(w.ctx, admin, c, peoplesvc.LogFilter{}, "en"); !errors.Is(err, sheet.TooMany) {
			t.Fatal(err)
		}
	}
}
