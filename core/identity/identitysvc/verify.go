package identitysvc

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"strings"
	"time"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// takeTry counts a try of a second factor before it is judged, on the day of whose it is.
func (s *Service) takeTry(ctx context.Context, a access.Actor, whose string, mailed bool) error {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return err
	}
	if err := journal.Take(ctx, s.db, dayBucket(whose, now), codeTriesADay); err != nil {
		if fault.As(err).Kind == fault.KindTooMany {
			tomorrow := now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
			err = fault.TooMany.New("no more tries today").With("retry_after", int(tomorrow.Sub(now).Seconds())+1)
		}
		return err
	}
	if mailed {
		return nil // a mailed code counts its own tries
	}
	return journal.Take(ctx, s.db, "tfa.tries:"+a.Session.String(), codeTries)
}

func dayBucket(whose string, now time.Time) string {
	return "tfa.day:" + whose + ":" + now.UTC().Format(time.DateOnly)
}

// signingIn says on whose day tries of a sign-in count: a device that knows the account
// has a day of its own, so that a stolen password closes nobody's owner out.
func (s *Service) signingIn(ctx context.Context, a access.Actor, from Client) (string, error) {
	if from.Device == "" {
		return a.User.String(), nil
	}
	known, err := q.IsKnownDevice(ctx, s.db, hashOf(from.Device), a.User)
	if err != nil || !known {
		return a.User.String(), err
	}
	return a.User.String() + ":" + hex.EncodeToString(hashOf(from.Device)), nil
}

// signedIn is the day of who has signed in already: nobody else has that session.
func signedIn(a access.Actor) string { return "in:" + a.Session.String() }

// refundTry takes back what takeTry counted: only wrong codes use up a day.
func (s *Service) refundTry(ctx context.Context, a access.Actor, whose string) error {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return err
	}
	if err := journal.Refund(ctx, s.db, dayBucket(whose, now)); err != nil {
		return err
	}
	return journal.Forgive(ctx, s.db, "tfa.tries:"+a.Session.String())
}

// VerifyCode completes a login that awaits its second factor: by the mailed code
// or the app's, as enrolled, or by a recovery code. It raises CodeWrong,
// CodeSpent, CodeExpired and fault.TooMany.
func (s *Service) VerifyCode(ctx context.Context, a access.Actor, code string, from Client) error {
	whose, err := s.signingIn(ctx, a, from)
	if err != nil {
		return err
	}
	return s.prove(ctx, a, whose, code, func(tx pg.Tx) error {
		if err := s.entered(ctx, tx, a.User, from); err != nil {
			return err
		}
		return record(ctx, tx, a, "identity.login.completed", a.User, a.Org, map[string]any{"session_id": a.Session})
	})
}

// prove checks a code against the enrolled factor and freshens the session.
func (s *Service) prove(ctx context.Context, a access.Actor, whose, code string, then func(pg.Tx) error) error {
	code = strings.ReplaceAll(strings.TrimSpace(code), " ", "")
	row, err := q.FactorOf(ctx, s.db, a.User)
	if err != nil {
		return err
	}
	plain, isRecovery := identity.RecoveryCode(code)
	if err := s.takeTry(ctx, a, whose, !row.ByApp && !isRecovery); err != nil {
		return err
	}
	var recovery []byte
	if isRecovery {
		if recovery, err = s.recoveryHash(ctx, a, plain); err != nil {
			return err
		}
	}
	var refused error // committed with the try that it counts
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		refused = nil
		switch {
		case recovery != nil:
			n, err := q.UseRecoveryCode(ctx, tx, &tx.Now, a.User, recovery)
			if err != nil {
				return err
			}
			if n == 0 {
				return identity.CodeWrong.New("").At("/code", "")
			}
			if err := record(ctx, tx, a, "identity.recovery.used", a.User, a.Org, nil); err != nil {
				return err
			}
		case row.ByApp:
			if err := s.useApp(ctx, tx, a, code, true); err != nil {
				return err
			}
		default:
			if refused, err = s.useMailed(ctx, tx, a, code); refused != nil || err != nil {
				return err
			}
		}
		if err := q.ConfirmSession(ctx, tx, tx.Now, a.Session); err != nil {
			return err
		}
		return then(tx)
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return err
	}
	return s.refundTry(ctx, a, whose)
}

func (s *Service) recoveryHash(ctx context.Context, a access.Actor, plain string) ([]byte, error) {
	salt, err := q.RecoverySalt(ctx, s.db, a.User)
	if pg.NoRows(err) {
		return nil, identity.CodeWrong.New("no recovery codes").At("/code", "")
	}
	if err != nil {
		return nil, err
	}
	return s.hasher.Salted(ctx, plain, salt)
}

// useMailed spends a mailed code; refused is the answer to a wrong one, whose try is kept.
func (s *Service) useMailed(ctx context.Context, tx pg.Tx, a access.Actor, code string) (refused, err error) {
	live, err := q.LiveCode(ctx, tx, &a.Session)
	if pg.NoRows(err) || (err == nil && (live.Tries >= identity.CodeTries || !live.ExpiresAt.After(tx.Now))) {
		return nil, identity.CodeExpired.New("").At("/code", "")
	}
	if err != nil {
		return nil, err
	}
	if subtle.ConstantTimeCompare(live.Hash, hashOf(a.Session.String()+code)) != 1 {
		return identity.CodeWrong.New("").At("/code", ""), q.CountTry(ctx, tx, live.Hash)
	}
	return nil, q.VoidSecrets(ctx, tx, &tx.Now, a.User, []string{"tfa"})
}

// ResendCode asks for another code. It raises NoMailedCode where an app is enrolled.
func (s *Service) ResendCode(ctx context.Context, a access.Actor) error {
	f, err := s.Factor(ctx, a)
	if err != nil {
		return err
	}
	if f.Method == identity.ByApp {
		return identity.NoMailedCode.New("")
	}
	if err := journal.Take(ctx, s.db, "tfa.resend:"+a.User.String(), codeResends); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		return record(ctx, tx, a, "identity.login.awaits_code", a.User, a.Org, map[string]any{"session_id": a.Session})
	})
}

// Confirm is the step-up: the actor proves the enrolled app or, without one, the
// password again for an act that asks for a fresh proof (rulings 10).
func (s *Service) Confirm(ctx context.Context, a access.Actor, password, code string) error {
	then := func(tx pg.Tx) error {
		return record(ctx, tx, a, "identity.session.confirmed", a.User, a.Org, map[string]any{"session_id": a.Session})
	}
	f, err := s.Factor(ctx, a)
	if err != nil {
		return err
	}
	if f.Method == identity.ByApp {
		if code == "" {
			return fault.Invalid.New("").At("/code", fault.Required)
		}
		return s.prove(ctx, a, signedIn(a), code, then)
	}
	acc, err := q.AccountByID(ctx, s.db, a.User)
	if err != nil {
		return err
	}
	if err := journal.Try(ctx, s.db, "confirm:"+a.User.String(), wrongPasswords); err != nil {
		return err
	}
	ok := false
	if acc.PasswordHash != nil {
		if ok, _, err = s.hasher.Check(ctx, *acc.PasswordHash, password); err != nil {
			return err
		}
	}
	if !ok {
		return fault.Invalid.New("").At("/password", identity.BadCredentials.Code)
	}
	if err := journal.Relent(ctx, s.db, "confirm:"+a.User.String()); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := q.ConfirmSession(ctx, tx, tx.Now, a.Session); err != nil {
			return err
		}
		return then(tx)
	})
}
