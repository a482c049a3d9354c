package identitysvc

import (
	"context"
	"encoding/hex"
	"net/netip"
	"strings"
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
	Method   string // of the second factor: identity.ByMail, identity.ByApp or none
	Device   string // by which this browser is known from now on; empty when it is known already
}

// Limits of sign-in (security.md 2.3): per name and network or known device, and
// of names that a neighbourhood and its surroundings may ask about.
var (
	wrongPasswords = journal.Slowdown{Free: 5, Longest: 5 * time.Minute}
	unknownNames   = journal.Limit{Burst: 10, Per: 6 * time.Minute}
	unknownAround  = journal.Limit{Burst: 200, Per: 18 * time.Second}
)

// meter counts a question about a name that does not exist. Once it is full the
// same answer goes to everybody there, whether a name exists or not.
func (s *Service) meter(ctx context.Context, from Client) (full bool, err error) {
	for bucket, limit := range meters(from) {
		err := journal.Take(ctx, s.db, bucket, limit)
		if fault.As(err).Kind == fault.KindTooMany {
			full = true
		} else if err != nil {
			return true, err
		}
	}
	return full, nil
}

func meters(from Client) map[string]journal.Limit {
	return map[string]journal.Limit{"login.unknown:" + networkOf(from.Network): unknownNames, "login.around:" + aroundOf(from.Network): unknownAround}
}

// hushed reports whether somebody there has asked about too many names.
func (s *Service) hushed(ctx context.Context, from Client) (bool, error) {
	for bucket, limit := range meters(from) {
		if full, err := journal.Full(ctx, s.db, bucket, limit); full || err != nil {
			return full, err
		}
	}
	return false, nil
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
	if exists && from.Device != "" {
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
	hash := decoy
	if exists && acc.PasswordHash != nil {
		hash = *acc.PasswordHash
	}
	right, stale, err := s.hasher.Check(ctx, hash, c.Password)
	if err != nil {
		return Opened{}, err
	}
	if !exists {
		return Opened{}, s.unknown(ctx, from)
	}
	if !known && acc.Failures >= identity.MostFailures {
		return Opened{}, s.locked(ctx, from)
	}
	if !right || acc.PasswordHash == nil {
		return Opened{}, s.wrong(ctx, acc, known, from)
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

// unknown is the answer for a name that does not exist.
func (s *Service) unknown(ctx context.Context, from Client) error {
	full, err := s.meter(ctx, from)
	switch {
	case err != nil:
		return err
	case full:
		return identity.TooManyNames.New("")
	case s.with.Neutral:
		return identity.BadCredentials.New("")
	}
	return identity.NoAccount.New("")
}

// wrong counts a failure and returns the answer for a wrong password. The owner
// hears of it when the account begins to ask for a reset link.
func (s *Service) wrong(ctx context.Context, acc identitydb.AccountByEmailRow, known bool, from Client) error {
	if !known {
		err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
			n, err := q.CountFailure(ctx, tx, acc.ID)
			if err != nil || n != identity.MostFailures || acc.Status != identity.Active {
				return err
			}
			a := access.Actor{User: acc.ID, Org: acc.CompanyID, Type: access.UserType(acc.UserType), Name: acc.FirstName + " " + acc.LastName}
			return record(ctx, tx, a, "identity.login.blocked", acc.ID, acc.CompanyID, nil)
		})
		if err != nil {
			return err
		}
	}
	hushed, err := s.hushed(ctx, from)
	if err != nil {
		return err
	}
	if hushed {
		return identity.TooManyNames.New("")
	}
	return identity.BadCredentials.New("")
}

// locked is the answer for an account that only a reset link opens. Where names
// are not told, it is that of a wrong password.
func (s *Service) locked(ctx context.Context, from Client) error {
	hushed, err := s.hushed(ctx, from)
	switch {
	case err != nil:
		return err
	case hushed:
		return identity.TooManyNames.New("")
	case s.with.Neutral:
		return identity.BadCredentials.New("")
	}
	return identity.ResetRequired.New("")
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
	ended, err := q.EndOldest(ctx, tx, tx.Now, account, identity.MostSessions)
	for _, old := range ended {
		s.forget(old)
	}
	return err
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
