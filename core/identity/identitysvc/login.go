package identitysvc

import (
	"context"
	"encoding/hex"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Credentials are the sign-in form.
type Credentials struct {
	Username string // the e-mail address
	Password string
	Remember bool
}

// Opened is a session with both its halves.
type Opened struct {
	Token    string // script-readable half
	Secret   string // HttpOnly half; empty for a program, and when the browser holds the right one already
	UserType access.UserType
	TwoFA    bool
	Status   int // identity.LoginDone or identity.LoginAwaitingTFA
	Expires  time.Time
	Remember bool
	Method   string // of the second factor: identity.ByMail, identity.ByApp or none
	Device   string // by which this browser is known from now on; empty when it is known already
}

// Limits of sign-in (security.md 2.3): per name and network or known device, of
// guesses of a network over all names, and of names that a neighbourhood and its
// surroundings may ask about.
var (
	wrongPasswords = journal.Slowdown{Free: 5, Longest: 5 * time.Minute}
	guesses        = journal.Limit{Burst: 60, Per: 30 * time.Second}
	unknownNames   = journal.Limit{Burst: 10, Per: 6 * time.Minute}
	unknownAround  = journal.Limit{Burst: 200, Per: 18 * time.Second}
)

// A meter counts questions about names of one kind, of a neighbourhood and of its surroundings.
type meter struct {
	bucket string
	limit  journal.Limit
}

func meters(from Client) []meter {
	return []meter{{"login.unknown:" + networkOf(from.Network), unknownNames}, {"login.around:" + aroundOf(from.Network), unknownAround}}
}

// hushed reports whether somebody there has asked about too many names: then the
// same answer goes to everybody there, whether a name exists or not.
func (s *Service) hushed(ctx context.Context, from Client) (full bool, err error) {
	for _, m := range meters(from) {
		f, err := journal.Full(ctx, s.db, m.bucket, m.limit)
		if err != nil {
			return true, err
		}
		full = full || f
	}
	return full, nil
}

// count counts a question about a name and reports whether there were too many.
// One about a name that exists is counted where it does not matter: it takes the
// same work, so that the time of an answer does not tell.
func count(ctx context.Context, db pg.DB, exists bool, from Client) (full bool, err error) {
	for _, m := range meters(from) {
		if exists {
			m.bucket = "known." + m.bucket
		}
		err := journal.Take(ctx, db, m.bucket, m.limit)
		if fault.As(err).Kind == fault.KindTooMany {
			full = full || !exists
		} else if err != nil {
			return true, err
		}
	}
	return full, nil
}

// Login checks the credentials and opens a session. It raises NoAccount,
// BadCredentials, NotActivated, Deactivated, ResetRequired, TooManyNames and fault.TooMany.
func (s *Service) Login(ctx context.Context, c Credentials, from Client) (Opened, error) {
	email, ok := identity.Email(c.Username)
	if !ok {
		email = strings.ToLower(strings.TrimSpace(c.Username))
	}
	acc, err := q.AccountByEmail(ctx, s.db, email)
	exists := err == nil
	if err != nil && !pg.NoRows(err) {
		return Opened{}, err
	}
	known := false
	if from.Device != "" {
		if known, err = q.IsKnownDevice(ctx, s.db, hashOf(from.Device), acc.ID); err != nil {
			return Opened{}, err
		}
	}
	// Names that do not exist are slowed like those that do; else the delay would tell.
	bucket := "login:" + hex.EncodeToString(hashOf(email)) + ":" + networkOf(from.Network)
	if known {
		bucket = "login.device:" + acc.ID.String() + ":" + hex.EncodeToString(hashOf(from.Device))
	}
	if err := journal.Try(ctx, s.db, bucket, wrongPasswords); err != nil {
		return Opened{}, err
	}
	// One password tried on many names: counted before it is judged, so that many at once
	// gain nothing. A device that knows the account is no part of it, and a name that does
	// not exist is counted where it does not matter.
	around := "guess:" + networkOf(from.Network)
	if !exists {
		around = "none." + around
	}
	if !known {
		err := journal.Take(ctx, s.db, around, guesses)
		full := err != nil && fault.As(err).Kind == fault.KindTooMany
		switch {
		case full && exists:
			return Opened{}, identity.TooManyNames.New("guesses")
		case err != nil && !full:
			return Opened{}, err
		}
	}
	hash := s.hasher.decoy()
	if exists && acc.PasswordHash != nil {
		hash = *acc.PasswordHash
	}
	right, stale, err := s.hasher.Check(ctx, hash, c.Password)
	if err != nil {
		return Opened{}, err
	}
	locked := !known && acc.Failures >= identity.MostFailures
	if !exists || locked || !right || acc.PasswordHash == nil {
		return Opened{}, s.refuse(ctx, acc, known, locked, from)
	}
	switch {
	case acc.Status == "deactivated" || acc.CompanyStatus != "active":
		return Opened{}, identity.Deactivated.New("")
	case acc.Status != identity.Active:
		return Opened{}, identity.NotActivated.New("")
	}
	if err := journal.Relent(ctx, s.db, bucket); err != nil {
		return Opened{}, err
	}
	if !known {
		if err := journal.Refund(ctx, s.db, around); err != nil {
			return Opened{}, err
		}
	}
	if stale {
		if fresh, err := s.hasher.Hash(ctx, c.Password); err == nil {
			if err := q.RehashPassword(ctx, s.db, &fresh, acc.ID); err != nil {
				return Opened{}, err
			}
		}
	}
	var out Opened
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if acc.TwoFa, err = s.factored(ctx, tx, acc); err != nil {
			return err
		}
		out, err = s.open(ctx, tx, acc, c.Remember, from)
		return err
	})
	return out, err
}

// factored reports whether a second factor is awaited. Who needs one and has none
// gets the one that everybody can use from the first time on: a code by mail.
func (s *Service) factored(ctx context.Context, tx pg.Tx, acc identitydb.AccountByEmailRow) (bool, error) {
	if acc.TwoFa || !s.with.Needed {
		return acc.TwoFa, nil
	}
	row, err := q.TitlesOf(ctx, tx, acc.ID)
	t := access.UserType(acc.UserType)
	if err != nil || !identity.NeedsFactor(t, access.Effective(t, titles(row.Assigned), titles(row.Denied))) {
		return false, err
	}
	if err := q.SetTwoFactor(ctx, tx, true, acc.ID); err != nil {
		return false, err
	}
	a := access.Actor{User: acc.ID, Org: acc.CompanyID, Type: t, Name: acc.FirstName + " " + acc.LastName}
	return true, record(ctx, tx, a, "identity.factor.enabled", acc.ID, acc.CompanyID, map[string]any{"method": identity.ByMail, "needed": true})
}

// refuse is the answer to a sign-in that fails. It does the same work for a name
// that does not exist, one that only a reset link opens, and a wrong password. The
// owner hears of it when the account begins to ask for a reset link.
func (s *Service) refuse(ctx context.Context, acc identitydb.AccountByEmailRow, known, locked bool, from Client) error {
	exists := acc.ID != uuid.Nil
	hushed, err := s.hushed(ctx, from)
	if err != nil {
		return err
	}
	full := hushed
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		n, err := q.CountFailure(ctx, tx, !known, acc.ID)
		if err != nil && !pg.NoRows(err) {
			return err
		}
		many, err := count(ctx, tx, exists, from)
		if full = hushed || many; err != nil {
			return err
		}
		if known || n != identity.MostFailures || acc.Status != identity.Active {
			return nil
		}
		a := access.Actor{User: acc.ID, Org: acc.CompanyID, Type: access.UserType(acc.UserType), Name: acc.FirstName + " " + acc.LastName}
		return record(ctx, tx, a, "identity.login.blocked", acc.ID, acc.CompanyID, nil)
	})
	switch {
	case err != nil:
		return err
	case full:
		return identity.TooManyNames.New("")
	case s.with.Neutral, exists && !locked:
		return identity.BadCredentials.New("")
	case locked:
		return identity.ResetRequired.New("")
	}
	return identity.NoAccount.New("")
}

func (s *Service) open(ctx context.Context, tx pg.Tx, acc identitydb.AccountByEmailRow, remember bool, from Client) (Opened, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Opened{}, err
	}
	secret, err := newSecret()
	if err != nil {
		return Opened{}, err
	}
	t := access.UserType(acc.UserType)
	remember = remember && from.Browser && (t == access.Supplier || t == access.Buyer)
	expires := expiry(t, remember, tx.Now, tx.Now)
	err = q.InsertSession(ctx, tx, identitydb.InsertSessionParams{
		ID: id, AccountID: acc.ID, SecretHash: hashOf(secret), Now: tx.Now, TfaPending: acc.TwoFa, Remember: remember,
		Browser: from.Browser, Agent: clip(from.Agent, 200), Network: from.Network, ExpiresAt: expires,
	})
	if err != nil {
		return Opened{}, err
	}
	if err := q.TouchLogin(ctx, tx, &tx.Now, identity.MostFailures, acc.ID); err != nil {
		return Opened{}, err
	}
	out := Opened{Secret: secret, UserType: t, TwoFA: acc.TwoFa, Status: identity.LoginDone, Expires: expires, Remember: remember}
	if from.Browser && from.Device == "" {
		if out.Device, err = newSecret(); err != nil {
			return Opened{}, err
		}
		from.Device = out.Device
	}
	a := access.Actor{User: acc.ID, Org: acc.CompanyID, Type: t, Name: acc.FirstName + " " + acc.LastName}
	action := "identity.login.completed"
	switch {
	case acc.TwoFa && acc.ByApp:
		action, out.Status, out.Method = "identity.login.awaits_app", identity.LoginAwaitingTFA, identity.ByApp
	case acc.TwoFa:
		action, out.Status, out.Method = "identity.login.awaits_code", identity.LoginAwaitingTFA, identity.ByMail
	default:
		if err := s.entered(ctx, tx, acc.ID, from); err != nil {
			return Opened{}, err
		}
	}
	if err := record(ctx, tx, a, action, acc.ID, acc.CompanyID, map[string]any{"session_id": id, "network": networkOf(from.Network)}); err != nil {
		return Opened{}, err
	}
	claims := identity.Claims{Session: id, UserType: t, TwoFA: acc.TwoFa}
	if from.Browser {
		claims.Fingerprint = identity.Fingerprint(secret)
	} else {
		out.Secret = ""
	}
	out.Token, err = s.tokens.Sign(claims, acc.ID, tx.Now)
	return out, err
}

// entered notes a complete sign-in: the device is known from now on, and of too
// many sessions the oldest ends. Half a sign-in ends nobody's session.
func (s *Service) entered(ctx context.Context, tx pg.Tx, account uuid.UUID, from Client) error {
	if from.Browser && from.Device != "" {
		if err := q.KnowDevice(ctx, tx, hashOf(from.Device), account, tx.Now); err != nil {
			return err
		}
	}
	return q.EndOldest(ctx, tx, tx.Now, account, identity.MostSessions)
}

func expiry(t access.UserType, remember bool, created, now time.Time) time.Time {
	if remember {
		return now.Add(identity.RememberTTL)
	}
	idle := identity.IdleOthers
	if t == access.Supplier {
		idle = identity.IdleSupplier
	}
	if end, limit := now.Add(idle), created.Add(identity.AbsoluteTTL); end.Before(limit) {
		return end
	} else {
		return limit
	}
}

func ptr[T any](v T) *T { return &v }

// clip shortens what a browser says of itself, which may be any bytes, to text of at most n.
func clip(s string, n int) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\x00", "")
	if len(s) > n {
		s = strings.ToValidUTF8(s[:n], "")
	}
	return s
}

// networkOf groups an address as one neighbourhood: /24, or /56 of IPv6.
func networkOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	return prefixOf(ip, 24, 56)
}

// aroundOf groups an address with its surroundings, about as far as one provider reaches.
func aroundOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	return prefixOf(ip, 16, 32)
}

func prefixOf(ip netip.Addr, v4, v6 int) string {
	bits := v4
	if ip.Is6() && !ip.Is4In6() {
		bits = v6
	}
	p, err := ip.Unmap().Prefix(bits)
	if err != nil {
		return ip.String()
	}
	return p.String()
}
