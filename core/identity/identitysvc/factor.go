package identitysvc

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Tries of a second factor: for one sign-in, and for a person on one day.
var (
	codeTries     = journal.Limit{Burst: identity.CodeTries, Per: 2 * time.Minute}
	codeTriesADay = journal.Limit{Burst: 20, Per: 30 * 24 * time.Hour} // of a bucket that carries its day
)

// A Factor is how an account proves itself beside the password.
type Factor struct {
	Method       string // identity.ByMail, identity.ByApp or none
	RecoveryLeft int
}

// Factor returns the caller's second factor.
func (s *Service) Factor(ctx context.Context, a access.Actor) (Factor, error) {
	row, err := q.FactorOf(ctx, s.db, a.User)
	f := Factor{RecoveryLeft: int(row.RecoveryLeft)}
	switch {
	case row.TwoFa && row.ByApp:
		f.Method = identity.ByApp
	case row.TwoFa:
		f.Method = identity.ByMail
	}
	return f, err
}

func factorBinding(account uuid.UUID) []byte { return append([]byte("authenticator "), account[:]...) }

// Enrolment is the key of an authenticator app, shown once.
type Enrolment struct{ Secret, Address string }

// BeginApp makes a new key for the caller's authenticator app; it counts from
// the first right code on. It raises FactorOn and StepUp.
func (s *Service) BeginApp(ctx context.Context, a access.Actor) (Enrolment, error) {
	if s.with.Factors == nil {
		return Enrolment{}, fault.Unavailable.New("no key seals authenticators here")
	}
	secret := identity.NewTOTPSecret()
	sealed, err := s.with.Factors.Wrap(secret, factorBinding(a.User))
	if err != nil {
		return Enrolment{}, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		row, err := q.FactorOf(ctx, tx, a.User)
		if err != nil {
			return err
		}
		if row.ByApp {
			return identity.FactorOn.New("")
		}
		if err := q.PutAuthenticator(ctx, tx, a.User, sealed, tx.Now); err != nil {
			return err
		}
		return record(ctx, tx, a, "identity.factor.begun", a.User, a.Org, nil)
	})
	return Enrolment{identity.TOTPText(secret), identity.TOTPAddress(secret, a.Email)}, err
}

// EnableApp takes the app's first code, enables the second factor and returns
// fresh recovery codes. It raises NotEnrolling, FactorOn, CodeWrong and StepUp.
func (s *Service) EnableApp(ctx context.Context, a access.Actor, code string) ([]string, error) {
	return s.enable(ctx, a, identity.ByApp, func(tx pg.Tx) error {
		return s.useApp(ctx, tx, a, code, false)
	})
}

// EnableMail makes mailed codes the caller's second factor and returns fresh
// recovery codes. It raises FactorOn and StepUp.
func (s *Service) EnableMail(ctx context.Context, a access.Actor) ([]string, error) {
	return s.enable(ctx, a, identity.ByMail, func(tx pg.Tx) error {
		return q.DropAuthenticator(ctx, tx, a.User) // one begun and never confirmed
	})
}

func (s *Service) enable(ctx context.Context, a access.Actor, method string, prove func(pg.Tx) error) ([]string, error) {
	if method == identity.ByApp {
		if err := s.takeTry(ctx, a, signedIn(a), false); err != nil {
			return nil, err
		}
	}
	codes, salt, hashes, err := s.recoverySet(ctx)
	if err != nil {
		return nil, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		row, err := q.FactorOf(ctx, tx, a.User)
		if err != nil {
			return err
		}
		if row.ByApp || method == identity.ByMail && row.TwoFa {
			return identity.FactorOn.New("")
		}
		if err := prove(tx); err != nil {
			return err
		}
		if err := q.SetTwoFactor(ctx, tx, true, a.User); err != nil {
			return err
		}
		if err := s.putRecovery(ctx, tx, a, salt, hashes); err != nil {
			return err
		}
		if err := s.endOthers(ctx, tx, a, a.Session, "second factor changed"); err != nil {
			return err
		}
		return record(ctx, tx, a, "identity.factor.enabled", a.User, a.Org, map[string]any{"method": method})
	})
	if err != nil {
		return nil, err
	}
	if method == identity.ByApp {
		err = s.refundTry(ctx, a, signedIn(a))
	}
	return codes, err
}

// changesFactor admits who has a second factor and has just proved who it is.
func changesFactor(ctx context.Context, tx pg.Tx, a access.Actor) error {
	if err := identity.Proved(a, tx.Now); err != nil {
		return err
	}
	row, err := q.FactorOf(ctx, tx, a.User)
	if err == nil && !row.TwoFa {
		err = identity.FactorOff.New("")
	}
	return err
}

// DisableFactor ends the second factor. It raises FactorOff, FactorNeeded and StepUp.
func (s *Service) DisableFactor(ctx context.Context, a access.Actor) error {
	if s.with.Needed && identity.NeedsFactor(a.Type, a.Privileges) {
		return identity.FactorNeeded.New("")
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := changesFactor(ctx, tx, a); err != nil {
			return err
		}
		if err := q.SetTwoFactor(ctx, tx, false, a.User); err != nil {
			return err
		}
		if err := q.DropAuthenticator(ctx, tx, a.User); err != nil {
			return err
		}
		if err := q.DropRecoveryCodes(ctx, tx, a.User); err != nil {
			return err
		}
		if err := s.endOthers(ctx, tx, a, a.Session, "second factor changed"); err != nil {
			return err
		}
		return record(ctx, tx, a, "identity.factor.disabled", a.User, a.Org, nil)
	})
}

// NewRecoveryCodes replaces the caller's recovery codes. It raises FactorOff and StepUp.
func (s *Service) NewRecoveryCodes(ctx context.Context, a access.Actor) ([]string, error) {
	codes, salt, hashes, err := s.recoverySet(ctx)
	if err != nil {
		return nil, err
	}
	return codes, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := changesFactor(ctx, tx, a); err != nil {
			return err
		}
		if err := s.putRecovery(ctx, tx, a, salt, hashes); err != nil {
			return err
		}
		return record(ctx, tx, a, "identity.recovery.renewed", a.User, a.Org, nil)
	})
}

func (s *Service) recoverySet(ctx context.Context) (codes []string, salt []byte, hashes [][]byte, err error) {
	salt = make([]byte, 16)
	_, _ = rand.Read(salt)
	for range identity.RecoveryCodes {
		code := identity.NewRecoveryCode()
		plain, _ := identity.RecoveryCode(code)
		hash, err := s.hasher.Salted(ctx, plain, salt)
		if err != nil {
			return nil, nil, nil, err
		}
		codes, hashes = append(codes, code), append(hashes, hash)
	}
	return codes, salt, hashes, nil
}

func (s *Service) putRecovery(ctx context.Context, tx pg.Tx, a access.Actor, salt []byte, hashes [][]byte) error {
	if err := q.DropRecoveryCodes(ctx, tx, a.User); err != nil {
		return err
	}
	return q.PutRecoveryCodes(ctx, tx, a.User, salt, hashes, tx.Now)
}

// useApp spends the step of an app's code.
func (s *Service) useApp(ctx context.Context, tx pg.Tx, a access.Actor, code string, confirmed bool) error {
	row, err := q.LockAuthenticator(ctx, tx, a.User)
	if pg.NoRows(err) || err == nil && (row.ConfirmedAt != nil) != confirmed {
		return identity.NotEnrolling.New("")
	}
	if err != nil {
		return err
	}
	if s.with.Factors == nil {
		return fault.Unavailable.New("no key opens authenticators here")
	}
	secret, err := s.with.Factors.Unwrap(row.Sealed, factorBinding(a.User))
	if err != nil {
		return err
	}
	step, err := identity.MatchTOTP(secret, code, tx.Now, row.Step)
	if err != nil {
		return err
	}
	return q.UseStep(ctx, tx, step, tx.Now, a.User)
}
