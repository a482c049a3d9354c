package identity_test

import (
	"crypto/ed25519"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
)

// Whatever is sent as a token: only what we have signed says anything, and it
// says what we have signed.
func FuzzToken(f *testing.F) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	tokens := identity.NewTokens(key, func() time.Time { return now })
	user, signed := uuid.UUID{1}, identity.Claims{Session: uuid.UUID{2}, UserType: access.Supplier, Fingerprint: identity.Fingerprint("half")}
	good, err := tokens.Sign(signed, user, now)
	if err != nil {
		f.Fatal(err)
	}
	want, _, err := tokens.Verify(good)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	parts := strings.Split(good, ".")
	for _, method := range []jwt.SigningMethod{jwt.SigningMethodNone, jwt.SigningMethodHS256} {
		var with any = jwt.UnsafeAllowNoneSignatureType
		if method == jwt.SigningMethodHS256 {
			with = []byte(key.Public().(ed25519.PublicKey)) // the public half taken for a secret
		}
		other, err := jwt.NewWithClaims(method, want).SignedString(with)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(other)
		f.Add(other[:strings.LastIndexByte(other, '.')+1] + parts[2])
	}
	late := identity.NewTokens(key, func() time.Time { return now.Add(identity.AccessTTL + time.Second) })
	if c, who, err := late.Verify(good); fault.As(err).Def != identity.TokenExpired || who != user || !reflect.DeepEqual(c, want) {
		f.Fatalf("late it says %+v of %s: %v", c, who, err)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if c, who, err := tokens.Verify(raw); err == nil && (who != user || !reflect.DeepEqual(c, want)) {
			t.Fatalf("%q is taken for %+v of %s", raw, c, who)
		}
		if c, who, err := late.Verify(raw); err == nil || who != uuid.Nil && (who != user || !reflect.DeepEqual(c, want)) {
			t.Fatalf("late, %q is taken for %+v of %s: %v", raw, c, who, err)
		}
	})
}

// What is kept of an address, of a recovery code and of a six-digit code has one form.
func FuzzTyped(f *testing.F) {
	for _, s := range []string{"Jane.Doe@Example.ORG", " a@b.c ", `"a b"@example.org`, "a@b.c\r\nBcc: x@y.z", "ሰላም@example.org", "abcde-fgh1j", "Il0O1-Q9Q9Q", "ıııııııııı", "482913", "a@\u06ddfp.$\u009d"} {
		f.Add(s)
	}
	secret, now := make([]byte, 20), time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, typed string) {
		if a, ok := identity.Email(typed); ok {
			if again, ok := identity.Email(a); !ok || again != a || strings.ContainsFunc(a, unicode.IsControl) || strings.Count(a, "@") != 1 {
				t.Fatalf("%q is the address %q, and that is %q (%v)", typed, a, again, ok)
			}
		}
		if c, ok := identity.RecoveryCode(typed); ok {
			if again, ok := identity.RecoveryCode(c); !ok || again != c || strings.Trim(c, "ABCDEFGHJKMNPQRSTVWXYZ0123456789") != "" {
				t.Fatalf("%q is the code %q, and that is %q (%v)", typed, c, again, ok)
			}
		}
		if step, err := identity.MatchTOTP(secret, typed, now, 0); err == nil && identity.TOTP(secret, step) != typed {
			t.Fatalf("%q is taken for a code", typed)
		}
	})
}
