package identitysvc

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

var (
	resetRequests     = journal.Limit{Burst: 3, Per: 20 * time.Minute}
	activationResends = journal.Limit{Burst: 3, Per: 10 * time.Minute}
	resetsOfNetwork   = journal.Limit{Burst: 60, Per: 10 * time.Second}
	codeResends       = journal.Limit{Burst: 3, Per: 5 * time.Minute}
)

// A Recipient is whom a mail is for.
type Recipient struct {
	Account, Company           uuid.UUID
	Email, FirstName, LastName string
	Language, Status           string
	CompanyName                string
	Type                       access.UserType
	As                         Holder
}

// A Holder is by which right somebody is told; whoever is told as a person has none.
type Holder struct {
	Privilege access.Privilege
	Category  *uuid.UUID // whose door must be open
}

// A Reach is whether a message gets to its reader.
type Reach uint8

// Reaches.
const (
	Reached Reach = iota
	Left          // the account is closed
	Denied        // it has lost the right to hear of it
)

// Recipient returns whom to write to.
func (s *Service) Recipient(ctx context.Context, db pg.DB, account uuid.UUID) (Recipient, error) {
	acc, err := q.AccountByID(ctx, db, account)
	return Recipient{
		Account:     acc.ID,
		Company:     acc.CompanyID,
		Email:       acc.Email,
		FirstName:   acc.FirstName,
		LastName:    acc.LastName,
		Language:    acc.Language,
		Status:      acc.Status,
		CompanyName: acc.CompanyName,
		Type:        access.UserType(acc.UserType),
	}, err
}

// CompanyRecipients returns the active people of a company.
func (s *Service) CompanyRecipients(ctx context.Context, db pg.DB, company uuid.UUID) ([]Recipient, error) {
	return s.PeopleOf(ctx, db, []uuid.UUID{company})
}

// PeopleOf returns the active people of companies.
func (s *Service) PeopleOf(ctx context.Context, db pg.DB, companies []uuid.UUID) ([]Recipient, error) {
	rows, err := q.CompanyAccounts(ctx, db, companies)
	out := make([]Recipient, len(rows))
	for i, r := range rows {
		out[i] = recipient(r)
	}
	return out, err
}

// Holders returns the active people of a company who hold a privilege, and where
// a category is named those only to whom its door is open.
func (s *Service) Holders(ctx context.Context, db pg.DB, company uuid.UUID, p access.Privilege, category *uuid.UUID) ([]Recipient, error) {
	rows, err := q.Holders(ctx, db, company, string(p), category)
	out := make([]Recipient, len(rows))
	for i, r := range rows {
		out[i] = recipient(identitydb.CompanyAccountsRow(r))
		out[i].As = Holder{p, category}
	}
	return out, err
}

// Staff returns the active people of the operator who hold a privilege.
func (s *Service) Staff(ctx context.Context, db pg.DB, p access.Privilege) ([]Recipient, error) {
	rows, err := q.Staff(ctx, db, string(p))
	out := make([]Recipient, len(rows))
	for i, r := range rows {
		out[i] = recipient(identitydb.CompanyAccountsRow(r))
		out[i].As = Holder{Privilege: p}
	}
	return out, err
}

// Reach asks again of a reader what was asked when they were chosen: whether they
// are still there, and still hold what they are told by.
func (s *Service) Reach(ctx context.Context, db pg.DB, account uuid.UUID, as Holder) (Reach, error) {
	r, err := q.Reach(ctx, db, string(as.Privilege), as.Category, account)
	switch {
	case pg.NoRows(err):
		return Left, nil
	case err != nil:
		return Reached, err
	case !r.Stays:
		return Left, nil
	case !r.May:
		return Denied, nil
	}
	return Reached, nil
}

func recipient(r identitydb.CompanyAccountsRow) Recipient {
	return Recipient{
		Account:     r.ID,
		Company:     r.CompanyID,
		Email:       r.Email,
		FirstName:   r.FirstName,
		Language:    r.Language,
		Status:      identity.Active,
		CompanyName: r.CompanyName,
		Type:        access.UserType(r.UserType),
	}
}

// UID is the uidb64 of an account's links.
func UID(account uuid.UUID) string { return base64.RawURLEncoding.EncodeToString(account[:]) }

// Lifetime is how long a mailed secret of a purpose is good.
func Lifetime(purpose string) time.Duration {
	return map[string]time.Duration{"activation": identity.ActivationTTL, "reset": identity.ResetTTL,
		"invitation": identity.InvitationTTL, "tfa": identity.CodeTTL}[purpose]
}

// ExpectLink makes a secret good for a purpose (activation, reset, invitation).
// Only its hash is stored; whoever mails it derives it outside the database.
func (s *Service) ExpectLink(ctx context.Context, tx pg.Tx, account uuid.UUID, purpose, secret string) error {
	return s.expect(ctx, tx, account, purpose, nil, hashOf(secret))
}

// ExpectCode makes six digits good for a login that awaits them, and voids the
// code before.
func (s *Service) ExpectCode(ctx context.Context, tx pg.Tx, account, session uuid.UUID, code string) error {
	if err := q.VoidSecrets(ctx, tx, &tx.Now, account, []string{"tfa"}); err != nil {
		return err
	}
	return s.expect(ctx, tx, account, "tfa", &session, hashOf(session.String()+code))
}

func (s *Service) expect(ctx context.Context, tx pg.Tx, account uuid.UUID, purpose string, session *uuid.UUID, hash []byte) error {
	acc, err := q.AccountByID(ctx, tx, account)
	if err != nil {
		return err
	}
	return q.InsertSecret(ctx, tx, identitydb.InsertSecretParams{
		Hash: hash, AccountID: account, Purpose: purpose, SessionID: session, Version: acc.PasswordVersion,
		CreatedAt: tx.Now, ExpiresAt: tx.Now.Add(Lifetime(purpose)),
	})
}

// Activate uses an activation link and returns the address of its account. It
// raises ActivationInvalid.
func (s *Service) Activate(ctx context.Context, token string) (email string, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		used, err := q.UseSecret(ctx, tx, tx.Now, hashOf(token), []string{"activation"})
		if pg.NoRows(err) {
			return identity.ActivationInvalid.New("")
		}
		if err != nil {
			return err
		}
		acc, err := q.AccountByID(ctx, tx, used.AccountID)
		if err != nil {
			return err
		}
		if n, err := q.ActivateAccount(ctx, tx, acc.ID); err != nil || n == 0 {
			if err == nil {
				err = identity.ActivationInvalid.New("account is %s", acc.Status)
			}
			return err
		}
		if err := q.VoidSecrets(ctx, tx, &tx.Now, acc.ID, []string{"activation"}); err != nil {
			return err
		}
		email = acc.Email
		return record(ctx, tx, actorOf(acc), "identity.account.activated", acc.ID, acc.CompanyID, nil)
	})
	return email, err
}

// Events that a mailed link was asked for. Whoever asks waits for no more than
// these, which are the same for every address; see Grant.
const (
	ActivationAsked = "identity.activation.asked"
	ResetAsked      = "identity.reset.asked"
)

// ResendActivation asks for a new activation link. It raises NoUser and
// fault.TooMany, and does the same work whether the address is known or not.
func (s *Service) ResendActivation(ctx context.Context, address string, from Client) error {
	email, _ := identity.Email(address)
	acc, err := q.AccountByEmail(ctx, s.db, email)
	if err != nil && !pg.NoRows(err) {
		return err
	}
	waits := err == nil && acc.Status == identity.Registered
	full, err := s.hushed(ctx, from)
	if err != nil {
		return err
	}
	many, err := count(ctx, s.db, waits, from)
	switch {
	case err != nil:
		return err
	case full || many:
		return fault.TooMany.New("too many names").With("retry_after", 360)
	}
	err = s.asked(ctx, ActivationAsked, "activation:", email, activationResends, acc.ID, waits)
	if err == nil && !waits && !s.with.Neutral {
		err = identity.NoUser.New("").At("/email", "")
	}
	return err
}

// RequestReset asks for a reset link; neither what it answers nor what it does
// depends on whether the address is known. It raises fault.TooMany.
func (s *Service) RequestReset(ctx context.Context, address string, from Client) error {
	email, _ := identity.Email(address)
	acc, err := q.AccountByEmail(ctx, s.db, email)
	if err != nil && !pg.NoRows(err) {
		return err
	}
	opens := err == nil && acc.Status == identity.Active && acc.PasswordHash != nil
	if err := journal.Take(ctx, s.db, "reset.from:"+networkOf(from.Network), resetsOfNetwork); err != nil {
		return err
	}
	err = s.asked(ctx, ResetAsked, "reset:", email, resetRequests, acc.ID, opens)
	if fault.As(err).Kind == fault.KindTooMany {
		return nil // the link that went out before is good still
	}
	return err
}

// asked notes that a link was asked for, for an account that may have it or for none.
func (s *Service) asked(ctx context.Context, action, bucket, email string, limit journal.Limit, account uuid.UUID, may bool) error {
	if err := journal.Take(ctx, s.db, bucket+hex.EncodeToString(hashOf(email)), limit); err != nil {
		return err
	}
	if !may {
		account = uuid.Must(uuid.NewV7())
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		return journal.Announce(ctx, tx, journal.Event{Action: action, Object: "account", ObjectID: account, Actor: account, Detail: json.RawMessage("{}")})
	})
}

// Grant is the consumer of what was asked for: where there is an account that may
// have the link, it is recorded and mailed.
func (s *Service) Grant(ctx context.Context, tx pg.Tx, e journal.Event) error {
	acc, err := q.AccountByID(ctx, tx, e.ObjectID)
	if pg.NoRows(err) {
		return nil
	}
	if err != nil {
		return err
	}
	switch {
	case e.Action == ActivationAsked && acc.Status == identity.Registered:
		return record(ctx, tx, actorOf(acc), "identity.activation.requested", acc.ID, acc.CompanyID, nil)
	case e.Action == ResetAsked && acc.Status == identity.Active && acc.PasswordHash != nil:
		return record(ctx, tx, actorOf(acc), "identity.reset.requested", acc.ID, acc.CompanyID, nil)
	}
	return nil
}

var resetPurposes = []string{"reset", "invitation"}

// CheckReset returns the address that a reset link is for, or raises ResetInvalid.
func (s *Service) CheckReset(ctx context.Context, uid, token string) (string, error) {
	row, err := q.PeekSecret(ctx, s.db, hashOf(token), resetPurposes)
	if pg.NoRows(err) || (err == nil && uid != UID(row.AccountID)) {
		return "", identity.ResetInvalid.New("")
	}
	return row.Email, err
}

// NewPassword is the set-password form.
type NewPassword struct{ UID, Token, Password, Confirm string }

// CompleteReset sets a password by a mailed link, activates an invited user and
// ends every session of the account. It raises ResetInvalid and field errors.
func (s *Service) CompleteReset(ctx context.Context, in NewPassword) error {
	var f fault.Fields
	s.checkPassword(&f, "/password", in.Password, "/confirm_password", in.Confirm)
	if err := f.Err(); err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, in.Password)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		used, err := q.UseSecret(ctx, tx, tx.Now, hashOf(in.Token), resetPurposes)
		if pg.NoRows(err) || (err == nil && in.UID != UID(used.AccountID)) {
			return identity.ResetInvalid.New("")
		}
		if err != nil {
			return err
		}
		acc, err := q.AccountByID(ctx, tx, used.AccountID)
		if err != nil {
			return err
		}
		// Whose it is, is known only now; the link stays good.
		s.checkPassword(&f, "/password", in.Password, "/confirm_password", in.Confirm, acc.FirstName, acc.LastName, acc.Email)
		if err := f.Err(); err != nil {
			return err
		}
		if used.Purpose == "invitation" {
			if _, err := q.ActivateAccount(ctx, tx, acc.ID); err != nil {
				return err
			}
		}
		return s.setPassword(ctx, tx, actorOf(acc), hash, uuid.Nil)
	})
}

// ChangePassword replaces the caller's password and ends the caller's other sessions.
func (s *Service) ChangePassword(ctx context.Context, a access.Actor, old, password, confirm string) error {
	var f fault.Fields
	acc, err := q.AccountByID(ctx, s.db, a.User)
	if err != nil {
		return err
	}
	s.checkPassword(&f, "/new_password", password, "/confirm_password", confirm, acc.FirstName, acc.LastName, acc.Email)
	if err := journal.Try(ctx, s.db, "change:"+a.User.String(), wrongPasswords); err != nil {
		return err
	}
	ok := false
	if acc.PasswordHash != nil {
		if ok, _, err = s.hasher.Check(ctx, *acc.PasswordHash, old); err != nil {
			return err
		}
	}
	if !ok {
		f.Add("/old_password", identity.BadCredentials.Code)
	} else if err := journal.Relent(ctx, s.db, "change:"+a.User.String()); err != nil {
		return err
	}
	if err := f.Err(); err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error { return s.setPassword(ctx, tx, a, hash, a.Session) })
}

func (s *Service) setPassword(ctx context.Context, tx pg.Tx, a access.Actor, hash string, keep uuid.UUID) error {
	if err := q.SetPassword(ctx, tx, &hash, a.User); err != nil {
		return err
	}
	if err := q.VoidSecrets(ctx, tx, &tx.Now, a.User, []string{"reset", "invitation", "activation"}); err != nil {
		return err
	}
	if err := s.endOthers(ctx, tx, a, keep, "password changed"); err != nil {
		return err
	}
	return record(ctx, tx, a, "identity.password.changed", a.User, a.Org, nil)
}

func actorOf(acc identitydb.AccountByIDRow) access.Actor {
	return access.Actor{User: acc.ID, Org: acc.CompanyID, Type: access.UserType(acc.UserType), Name: acc.FirstName + " " + acc.LastName}
}
