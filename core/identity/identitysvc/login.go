package identitysvc

import (
	"context"
	"encoding/hex"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/access"
	"zabuni.org/core/fault"
	"zabuni.org/core/identity"
	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/journal"
	"zabuni.org/core/pg"
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
}

// Limits of sign-in (security.md 2.3): per account and network, and of names
// that a network may ask about.
var (
	wrongPasswords = journal.Limit{Burst: 5, Per: time.Minute}
	unknownNames   = journal.Limit{Burst: 10, Per: 6 * time.Minute}
)

// Login checks the credentials and opens a session. It raises NoAccount,
// BadCredentials, NotActivated, Deactivated and fault.TooMany.
func (s *Service) Login(ctx context.Context, c Credentials, from Client) (Opened, error) {
	email, ok := identity.Email(c.Username)
	if !ok {
		email = c.Username
	}
	network := networkOf(from.Network)
	acc, err := q.AccountByEmail(ctx, s.db, email)
	if pg.NoRows(err) || (err == nil && acc.Status == "deleted") {
		_, _, _ = s.hasher.Check(ctx, decoy, c.Password)
		// A network that asks for many names no longer learns which exist.
		if err := journal.Take(ctx, s.db, "login.unknown:"+network, unknownNames); err != nil {
			return Opened{}, identity.BadCredentials.Wrap(err, "")
		}
		return Opened{}, identity.NoAccount.New("")
	}
	if err != nil {
		return Opened{}, err
	}
	bucket := "login.wrong:" + acc.ID.String() + ":" + network
	if err := journal.Take(ctx, s.db, bucket, wrongPasswords); err != nil {
		return Opened{}, err
	}
	hash := decoy
	if acc.PasswordHash != nil {
		hash = *acc.PasswordHash
	}
	right, stale, err := s.hasher.Check(ctx, hash, c.Password)
	if err != nil {
		return Opened{}, err
	}
	switch {
	case !right || acc.PasswordHash == nil:
		return Opened{}, identity.BadCredentials.New("")
	case acc.Status == "deactivated" || acc.CompanyStatus != "active":
		return Opened{}, identity.Deactivated.New("")
	case acc.Status != identity.Active:
		return Opened{}, identity.NotActivated.New("")
	}
	if err := journal.Forgive(ctx, s.db, bucket); err != nil {
		return Opened{}, err
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
		out, err = s.open(ctx, tx, acc, c.Remember, from)
		return err
	})
	return out, err
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
	if err := q.TouchLogin(ctx, tx, &tx.Now, acc.ID); err != nil {
		return Opened{}, err
	}
	a := access.Actor{User: acc.ID, Org: acc.CompanyID, Type: t, Name: acc.FirstName + " " + acc.LastName}
	action, status := "identity.login.completed", identity.LoginDone
	if acc.TwoFa {
		action, status = "identity.login.awaits_code", identity.LoginAwaitingTFA
	}
	if err := record(ctx, tx, a, action, acc.ID, acc.CompanyID, map[string]any{"session_id": id, "network": networkOf(from.Network)}); err != nil {
		return Opened{}, err
	}
	claims := identity.Claims{Session: id, UserType: t, TwoFA: acc.TwoFa}
	if from.Browser {
		claims.Fingerprint = identity.Fingerprint(secret)
	} else {
		secret = ""
	}
	token, err := s.tokens.Sign(claims, acc.ID, tx.Now)
	if err != nil {
		return Opened{}, err
	}
	return Opened{token, secret, t, acc.TwoFa, status, expires, remember}, nil
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

// Refresh rotates the HttpOnly half and signs a new token. The half before
// stays good for RotationGrace; coming back with it later ends the session.
func (s *Service) Refresh(ctx context.Context, token, secret string) (Opened, error) {
	if secret == "" {
		return Opened{}, fault.Unauthenticated.New("no session cookie")
	}
	claims, user, err := s.tokens.Verify(token)
	if err != nil && fault.As(err).Def != identity.TokenExpired {
		claims, user = identity.Claims{}, uuid.Nil // a lost half A is no reason to lose the session
	}
	var out Opened
	var reused uuid.UUID
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := q.LockSession(ctx, tx, hashOf(secret))
		if pg.NoRows(err) {
			return fault.Unauthenticated.New("unknown session")
		}
		if err != nil {
			return err
		}
		if row.EndedAt != nil || !row.ExpiresAt.After(tx.Now) || (user != uuid.Nil && (user != row.AccountID || claims.Session != row.ID)) {
			return fault.Unauthenticated.New("session has ended")
		}
		acc, err := q.AccountByID(ctx, tx, row.AccountID)
		if err != nil {
			return err
		}
		if acc.Status != identity.Active || acc.CompanyStatus != "active" {
			return fault.Unauthenticated.New("account is not active")
		}
		t := access.UserType(acc.UserType)
		out = Opened{Secret: secret, UserType: t, TwoFA: acc.TwoFa, Status: identity.LoginDone, Remember: row.Remember}
		if row.TfaPending {
			out.Status = identity.LoginAwaitingTFA
		}
		fingerprint := ""
		current := string(row.SecretHash) == string(hashOf(secret))
		switch {
		case current && tx.Now.Sub(row.RotatedAt) < identity.RotationGrace:
			// Another tab has just renewed with this very half: it stays.
			out.Expires = row.ExpiresAt
		case current:
			if out.Secret, err = newSecret(); err != nil {
				return err
			}
			out.Expires = expiry(t, row.Remember, row.CreatedAt, tx.Now)
			if err := q.RotateSession(ctx, tx, hashOf(out.Secret), tx.Now, out.Expires, row.ID); err != nil {
				return err
			}
		case tx.Now.Sub(row.RotatedAt) < identity.RotationGrace:
			// A tab that lost the race: the browser holds the new half already, and the token is bound to that one.
			out.Secret, fingerprint, out.Expires = "", hex.EncodeToString(row.SecretHash), row.ExpiresAt
		default:
			reused = row.ID
			if _, err := q.EndSession(ctx, tx, &tx.Now, ptr("an old half was used again"), row.ID); err != nil {
				return err
			}
			a := access.Actor{User: row.AccountID, Org: acc.CompanyID, Type: t, Name: acc.FirstName + " " + acc.LastName}
			return record(ctx, tx, a, "identity.session.reused", row.AccountID, acc.CompanyID, map[string]any{"session_id": row.ID})
		}
		if fingerprint == "" {
			fingerprint = identity.Fingerprint(out.Secret)
		}
		out.Token, err = s.tokens.Sign(identity.Claims{Session: row.ID, UserType: t, TwoFA: acc.TwoFa, Fingerprint: fingerprint}, row.AccountID, tx.Now)
		return err
	})
	if err != nil {
		return Opened{}, err
	}
	if reused != uuid.Nil {
		s.forget(reused)
		return Opened{}, fault.Unauthenticated.New("session has ended")
	}
	return out, nil
}

// Logout ends the caller's session.
func (s *Service) Logout(ctx context.Context, a access.Actor) error {
	defer s.forget(a.Session)
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := q.EndSession(ctx, tx, &tx.Now, ptr("logged out"), a.Session); err != nil {
			return err
		}
		return record(ctx, tx, a, "identity.session.ended", a.User, a.Org, map[string]any{"session_id": a.Session})
	})
}

func ptr[T any](v T) *T { return &v }

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

// networkOf groups an address as one neighbourhood: /24, or /56 of IPv6.
func networkOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	bits := 24
	if ip.Is6() && !ip.Is4In6() {
		bits = 56
	}
	p, err := ip.Unmap().Prefix(bits)
	if err != nil {
		return address
	}
	return p.String()
}
