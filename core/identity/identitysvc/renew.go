package identitysvc

import (
	"bytes"
	"context"
	"encoding/hex"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

// Refresh rotates the HttpOnly half and signs a new token; it takes the token that
// is to be renewed, expired or not: neither half is worth anything alone. The half
// before is answered with the same new half again, for RotationGrace (tabs that renew
// at once) and for as long as nobody has come with the new one (the answer was lost);
// coming back with it later ends the session.
func (s *Service) Refresh(ctx context.Context, token, secret string) (Opened, error) {
	if secret == "" {
		return Opened{}, fault.Unauthenticated.New("no session cookie")
	}
	claims, user, err := s.tokens.Verify(token)
	if err != nil && fault.As(err).Def != identity.TokenExpired {
		return Opened{}, fault.Unauthenticated.Wrap(err, "one half alone is no session")
	}
	var out Opened
	reused := false
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := q.LockSession(ctx, tx, hashOf(secret))
		if pg.NoRows(err) {
			return fault.Unauthenticated.New("unknown session")
		}
		if err != nil {
			return err
		}
		if row.EndedAt != nil || !row.ExpiresAt.After(tx.Now) || user != row.AccountID || claims.Session != row.ID {
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
		console, act := t, (*identity.Acting)(nil)
		if row.ViewKind != "" {
			console, act = access.UserType(row.ViewKind), &identity.Acting{Subject: row.AccountID}
		}
		out = Opened{Secret: secret, UserType: console, TwoFA: acc.TwoFa, Status: identity.LoginDone, Remember: row.Remember}
		if row.TfaPending {
			out.Status = identity.LoginAwaitingTFA
		}
		fingerprint := ""
		current := bytes.Equal(row.SecretHash, hashOf(secret))
		switch {
		case current && tx.Now.Sub(row.RotatedAt) < identity.RotationGrace:
			// Another tab has just renewed with this very half: it stays.
			out.Expires = row.ExpiresAt
		case current:
			out.Secret = s.tokens.Successor(row.ID, secret)
			out.Expires = expiry(t, row.Remember, row.CreatedAt, tx.Now)
			if err := q.RotateSession(ctx, tx, hashOf(out.Secret), tx.Now, out.Expires, row.ID); err != nil {
				return err
			}
		case row.TakenAt == nil || tx.Now.Sub(row.RotatedAt) < identity.RotationGrace:
			out.Secret, out.Expires = s.tokens.Successor(row.ID, secret), row.ExpiresAt
			if !bytes.Equal(hashOf(out.Secret), row.SecretHash) {
				// The key of tokens was changed in between: the token fits whoever holds the new half already.
				out.Secret, fingerprint = "", hex.EncodeToString(row.SecretHash)
			}
		default:
			reused = true
			if _, err := q.EndSession(ctx, tx, &tx.Now, ptr("an old half was used again"), row.ID); err != nil {
				return err
			}
			a := access.Actor{User: row.AccountID, Org: acc.CompanyID, Type: t, Name: acc.FirstName + " " + acc.LastName}
			return record(ctx, tx, a, "identity.session.reused", row.AccountID, acc.CompanyID, map[string]any{"session_id": row.ID})
		}
		if fingerprint == "" {
			fingerprint = identity.Fingerprint(out.Secret)
		}
		out.Token, err = s.tokens.Sign(identity.Claims{Session: row.ID, UserType: console, TwoFA: acc.TwoFa, Fingerprint: fingerprint, Act: act}, row.AccountID, tx.Now)
		return err
	})
	if err != nil {
		return Opened{}, err
	}
	if reused {
		return Opened{}, fault.Unauthenticated.New("session has ended")
	}
	return out, nil
}

// Logout ends the caller's session.
func (s *Service) Logout(ctx context.Context, a access.Actor) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := q.EndSession(ctx, tx, &tx.Now, ptr("logged out"), a.Session); err != nil {
			return err
		}
		return record(ctx, tx, a, "identity.session.ended", a.User, a.Org, map[string]any{"session_id": a.Session})
	})
}
