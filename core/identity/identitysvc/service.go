// Package identitysvc is the use cases of accounts and sessions.
package identitysvc

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

var q = identitydb.New()

// Service runs the use cases.
type Service struct {
	db     pg.DB
	tokens *identity.Tokens
	hasher *Hasher
	with   Settings
}

// Settings are what an installation decides.
type Settings struct {
	Factors  Keeper    // seals the secrets of authenticator apps; nil: none can be enrolled
	Needed   bool      // who opens bids or awards, and the operator's people, have a second factor
	Neutral  bool      // sign-in never tells whether a name exists
	Breached *Breached // passwords that are refused; nil: none are
}

// A Keeper seals under a key that is kept outside the database.
type Keeper interface {
	Wrap(plain, aad []byte) ([]byte, error)
	Unwrap(wrapped, aad []byte) ([]byte, error)
}

// New returns a Service.
func New(db pg.DB, tokens *identity.Tokens, hasher *Hasher, with Settings) *Service {
	return &Service{db: db, tokens: tokens, hasher: hasher, with: with}
}

// Client is where a call comes from.
type Client struct {
	Network string // address; limits count by its /24 or /56
	Agent   string
	Browser bool
	Device  string // what a browser keeps of an earlier success
}

// Authenticate implements httpkit.Authenticator: token's signature, its binding
// to the HttpOnly half, the live session, the active user, the user's rights of
// this moment (decision 0022).
func (s *Service) Authenticate(ctx context.Context, token, secret string) (access.Actor, bool, error) {
	none := access.Actor{}
	claims, user, err := s.tokens.Verify(token)
	if err != nil {
		return none, false, asUnauthenticated(err)
	}
	if claims.Fingerprint != "" && claims.Fingerprint != identity.Fingerprint(secret) {
		return none, false, fault.Unauthenticated.New("the halves do not belong together")
	}
	row, err := q.LiveSession(ctx, pg.Planned{DB: s.db}, claims.Session)
	if pg.NoRows(err) {
		return none, false, fault.Unauthenticated.New("session has ended")
	}
	if err != nil {
		return none, false, err
	}
	if row.AccountID != user || !row.Allowed || (row.Browser && claims.Fingerprint == "") {
		return none, false, fault.Unauthenticated.New("session is not valid for this user")
	}
	a := access.Actor{
		User: row.AccountID, Org: row.CompanyID, Type: access.UserType(row.UserType), Session: row.ID,
		Name: row.FirstName + " " + row.LastName, Email: row.Email, Zone: geo.Zone(row.Country), Confirmed: row.ConfirmedAt,
	}
	a.Privileges = access.Effective(a.Type, titles(row.Assigned), titles(row.Denied))
	if row.ViewCompany != nil {
		a = viewing(a, *row.ViewCompany, access.UserType(*row.ViewKind))
		a.Zone = geo.Zone(*row.ViewCountry)
	}
	if a.Type != claims.UserType || a.Support != (claims.Act != nil) {
		if row.UserType != string(access.Operator) {
			return none, false, fault.Unauthenticated.New("session is not valid for this user")
		}
		// A support view has begun or ended since: the next token says so.
		return none, false, identity.TokenExpired.New("token shows another console")
	}
	if row.PreviousHash != nil && row.TakenAt == nil && claims.Fingerprint == hex.EncodeToString(row.SecretHash) {
		if err := pg.InTx(ctx, s.db, func(tx pg.Tx) error { return q.TakeHalf(ctx, tx, row.ID, row.SecretHash) }); err != nil {
			return none, false, err
		}
	}
	return a, row.TfaPending, nil
}

// viewing is an operator who looks at a customer's console: everything that its
// people may see, nothing that they may do.
func viewing(a access.Actor, company uuid.UUID, kind access.UserType) access.Actor {
	a.Org, a.Type, a.Support = company, kind, true
	a.Privileges = access.Titles[kind]
	return a
}

func titles(in []string) []access.Privilege {
	out := make([]access.Privilege, len(in))
	for i, t := range in {
		out[i] = access.Privilege(t)
	}
	return out
}

func asUnauthenticated(err error) error {
	if fault.As(err).Kind == fault.KindUnauthenticated {
		return err
	}
	return fault.Unauthenticated.Wrap(err, "token refused")
}

// secret is 256 random bits as text.
func newSecret() (string, error) {
	b := make([]byte, 32)
	if _, err := rand.Read(b); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}

func hashOf(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// record writes the journal entry of an account.
func record(ctx context.Context, tx pg.Tx, a access.Actor, action string, account, company uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: "account", ObjectID: account, Owner: company, Detail: detail})
	return err
}
