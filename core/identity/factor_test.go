package identity_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/identity"
)

// The values of RFC 6238 appendix B, their last six digits.
func TestTOTPAgreesWithTheStandard(t *testing.T) {
	secret := []byte("12345678901234567890")
	for at, want := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		if got := identity.TOTP(secret, identity.StepAt(time.Unix(at, 0))); got != want {
			t.Errorf("at %d: %s, want %s", at, got, want)
		}
	}
}

func TestAStepCountsOnceAndClocksMayDiffer(t *testing.T) {
	secret, now := identity.NewTOTPSecret(), time.Unix(1_790_000_000, 0)
	at := identity.StepAt(now)
	for d, ok := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		step, err := identity.MatchTOTP(secret, identity.TOTP(secret, at+d), now, 0)
		if (err == nil) != ok || ok && step != at+d {
			t.Errorf("%d steps away: %d %v", d, step, err)
		}
	}
	if _, err := identity.MatchTOTP(secret, identity.TOTP(secret, at), now, at); !errors.Is(err, identity.CodeSpent) {
		t.Error("a step counts twice:", err)
	}
	if _, err := identity.MatchTOTP(secret, identity.TOTP(secret, at-1), now, at); !errors.Is(err, identity.CodeSpent) {
		t.Error("an earlier step counts after a later one:", err)
	}
	if _, err := identity.MatchTOTP(secret, "", now, 0); !errors.Is(err, identity.CodeWrong) {
		t.Error("nothing is a code:", err)
	}
}

func TestRecoveryCodesAsPeopleTypeThem(t *testing.T) {
	code := identity.NewRecoveryCode()
	want, ok := identity.RecoveryCode(code)
	for _, typed := range []string{strings.ToLower(code), " " + strings.ReplaceAll(code, "-", " "), strings.NewReplacer("1", "l", "0", "o").Replace(code)} {
		if got, fine := identity.RecoveryCode(typed); !ok || !fine || got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if _, ok := identity.RecoveryCode("123456"); ok {
		t.Error("six digits are no recovery code")
	}
}

func TestAgents(t *testing.T) {
	for header, want := range map[string][2]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36":               {"Chrome", "Windows"},
		"Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0":                 {"Edge", "Windows"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/604.1":     {"Safari", "iPhone"},
		"Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27 Chrome/125.0 Mobile Safari/537.36": {"Samsung Internet", "Android"},
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                        {"Firefox", "Linux"},
		"curl/8.5": {"", ""},
	} {
		if b, s := identity.Agent(header); b != want[0] || s != want[1] {
			t.Errorf("%s: %s on %s", header, b, s)
		}
	}
}
