package identity

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
)

// Faults of the second factor.
var (
	FactorOn      = fault.Declare(fault.KindConflict, "identity.factor_on", "Two-factor sign-in is enabled already")
	FactorNeeded  = fault.Declare(fault.KindConflict, "identity.factor_needed", "Whoever may do so much signs in with a second factor")
	FactorOff     = fault.Declare(fault.KindConflict, "identity.factor_off", "Two-factor sign-in is not enabled")
	NoMailedCode  = fault.Declare(fault.KindConflict, "identity.no_mailed_code", "This account signs in with its authenticator app; no code is mailed")
	NotEnrolling  = fault.Declare(fault.KindConflict, "identity.not_enrolling", "Begin with a new key for your authenticator app")
	CodeSpent     = fault.Declare(fault.KindInvalid, "identity.code_spent", "This code has been used already, wait for the next one")
	ResetRequired = fault.Declare(fault.KindUnauthenticated, "identity.reset_required", "Too many wrong passwords: sign in from a device that you have used before, or ask for a reset link")
	TooManyNames  = fault.Declare(fault.KindTooMany, "identity.too_many_names", "Your password or username is incorrect!")
)

// PasswordBreached is the field code of a password on the configured list.
const PasswordBreached = "identity.password_breached"

// Second factors and sessions (security.md 2.1 and 2.3).
const (
	TOTPStep      = 30 * time.Second
	TOTPWindow    = 1 // steps to either side, for clocks that differ
	RecoveryCodes = 10
	MostSessions  = 10
	MostFailures  = 100
)

// Ways of the second factor.
const (
	ByMail = "mail"
	ByApp  = "app"
)

var base32Text = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewTOTPSecret returns 160 random bits, as RFC 4226 asks.
func NewTOTPSecret() []byte {
	b := make([]byte, 20)
	_, _ = rand.Read(b) // never fails since Go 1.24
	return b
}

// TOTPText is a secret as people type it into an app.
func TOTPText(secret []byte) string { return base32Text.EncodeToString(secret) }

// TOTPAddress is what the QR code of an app holds.
func TOTPAddress(secret []byte, account string) string {
	q := url.Values{"secret": {TOTPText(secret)}, "issuer": {"Zabuni"}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	return "otpauth://totp/" + url.PathEscape("Zabuni:"+account) + "?" + q.Encode()
}

// TOTP is the code of a time step (RFC 6238 with HMAC-SHA-1, six digits).
func TOTP(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	_ = binary.Write(mac, binary.BigEndian, step)
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[at:at+4])&0x7fffffff)%1_000_000)
}

// StepAt is the time step of a moment.
func StepAt(now time.Time) int64 { return now.Unix() / int64(TOTPStep/time.Second) }

// MatchTOTP returns the step that a code belongs to. It raises CodeWrong, and
// CodeSpent for a step that is not after the last one used.
func MatchTOTP(secret []byte, code string, now time.Time, last int64) (int64, error) {
	spent := false
	for d := int64(-TOTPWindow); d <= TOTPWindow; d++ {
		step := StepAt(now) + d
		if !hmac.Equal([]byte(TOTP(secret, step)), []byte(code)) {
			continue
		}
		if step > last {
			return step, nil
		}
		spent = true
	}
	if spent {
		return 0, CodeSpent.New("").At("/code", "")
	}
	return 0, CodeWrong.New("").At("/code", "")
}

// recoverySigns cannot be mistaken for each other: 32, without I L O U.
const recoverySigns = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"

// NewRecoveryCode returns 50 random bits as two groups of five signs.
func NewRecoveryCode() string {
	b := make([]byte, 10)
	_, _ = rand.Read(b)
	for i := range b {
		b[i] = recoverySigns[b[i]&31]
	}
	return string(b[:5]) + "-" + string(b[5:])
}

// RecoveryCode brings a typed code to the form in which it is compared; ok is
// false when it cannot be one.
func RecoveryCode(typed string) (string, bool) {
	s := strings.NewReplacer(" ", "", "-", "", "I", "1", "L", "1", "O", "0").Replace(strings.ToUpper(typed))
	return s, len(s) == 10 && strings.Trim(s, recoverySigns) == ""
}

// NeedsFactor reports whether somebody signs in with a second factor, wanted or not:
// whoever opens bids or awards, and the operator's people, who reach everybody's.
func NeedsFactor(t access.UserType, held []access.Privilege) bool {
	return t == access.Operator || slices.Contains(held, access.OpenBids) || slices.Contains(held, access.AwardJob)
}
