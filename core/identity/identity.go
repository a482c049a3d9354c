// Package identity is who is calling: accounts, their passwords and the tokens
// of their sessions. It decides; it reads no clock and no database.
package identity

import (
	"net/mail"
	"strings"
	"time"
	"unicode"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
)

// Faults of accounts and sessions. The wording of the first ones is the
// specification's own and lives with the translations.
var (
	NoAccount         = fault.Declare(fault.KindUnauthenticated, "identity.no_account", "An account with that username does not exist.")
	BadCredentials    = fault.Declare(fault.KindUnauthenticated, "identity.bad_credentials", "Your password or username is incorrect!")
	Deactivated       = fault.Declare(fault.KindUnauthenticated, "identity.deactivated", "You account has been deactivated! Please contact support for assistance.")
	NotActivated      = fault.Declare(fault.KindUnauthenticated, "identity.not_activated", "Please activate your account. An activation link has been sent to your email address.")
	TokenExpired      = fault.Declare(fault.KindUnauthenticated, "identity.token_expired", "Session timed out. Please login to continue.")
	ActivationInvalid = fault.Declare(fault.KindInvalid, "identity.activation_invalid", "Activation link is invalid.")
	ResetInvalid      = fault.Declare(fault.KindInvalid, "identity.reset_invalid", "The reset link was invalid or has already been used. Please request a new one.")
	NoUser            = fault.Declare(fault.KindNotFound, "identity.no_user", "A user with that email does not exist!")
	CodeWrong         = fault.Declare(fault.KindInvalid, "identity.code_wrong", "That code is not right")
	CodeExpired       = fault.Declare(fault.KindInvalid, "identity.code_expired", "That code has expired, ask for a new one")
)

// Codes of field errors of this package.
const (
	PasswordWeak     = "identity.password_weak"
	PasswordMismatch = "identity.password_mismatch"
	EmailTaken       = "identity.email_taken"
	TermsNotAgreed   = "identity.terms"
)

// Lifetimes of what is mailed and of sessions (design/rulings.md 3 and 6, security.md 2.1).
const (
	AccessTTL     = 10 * time.Minute
	ActivationTTL = 24 * time.Hour
	InvitationTTL = 14 * 24 * time.Hour
	ResetTTL      = time.Hour
	CodeTTL       = 10 * time.Minute
	CodeTries     = 5
	IdleSupplier  = time.Hour
	IdleOthers    = 30 * time.Minute
	AbsoluteTTL   = 12 * time.Hour
	RememberTTL   = 30 * 24 * time.Hour
	RotationGrace = 30 * time.Second // the old half stays good this long, for tabs that renew at the same moment
	StepUpTTL     = 10 * time.Minute
)

// Proved raises fault.StepUp where the actor has proved a factor too long ago for an act
// that moves much.
func Proved(a access.Actor, now time.Time) error {
	if now.Sub(a.Confirmed) > StepUpTTL {
		return fault.StepUp.New("last proof at %s", a.Confirmed)
	}
	return nil
}

// Account statuses.
const (
	Registered = "registered"
	Invited    = "invited"
	Active     = "active"
)

// Login statuses as the specification numbers them.
const (
	LoginDone        = 2
	LoginAwaitingTFA = 4
)

// CheckPassword adds what is wrong with a new password: at least 6 characters,
// a letter and a digit (000 §5), at most 128 so that hashing stays bounded, and not
// one of the first that anybody tries who knows the owner's names.
func CheckPassword(f *fault.Fields, pointer, password, confirmPointer, confirm string, own ...string) {
	letters, digits := 0, 0
	for _, r := range password {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	n := len([]rune(password))
	switch {
	case n < 6 || letters == 0 || digits == 0:
		f.Add(pointer, PasswordWeak)
	case n > 128:
		f.Add(pointer, fault.TooLong, "max", 128)
	case guessable(password, own):
		f.Add(pointer, PasswordGuessable)
	}
	if password != confirm {
		f.Add(confirmPointer, PasswordMismatch)
	}
}

// Email normalises an address as people type it; ok is false when it is none.
func Email(s string) (string, bool) {
	s = strings.TrimSpace(s)
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || len(s) > 254 || !strings.Contains(s[strings.LastIndexByte(s, '@'):], ".") ||
		strings.ContainsFunc(s, unicode.IsControl) {
		return "", false
	}
	return strings.ToLower(s), true
}
