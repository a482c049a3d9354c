package identity_test

import (
	"testing"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/fault"
)

func TestWhatEverybodyTriesFirstIsRefused(t *testing.T) {
	own := []string{"Neema", "Wafula", "neema.wafula@savanna-medical.co.ke", "Savanna Medical Supplies"}
	for password, want := range map[string]string{
		"abc123":             identity.PasswordGuessable,
		"a12345":             identity.PasswordGuessable,
		"AAAAaa1":            identity.PasswordGuessable,
		"ሀሀሀሀሀ1":             identity.PasswordGuessable,
		"abab12":             "",
		"password1":          identity.PasswordGuessable,
		"P@ssw0rd1":          identity.PasswordGuessable,
		"pa55word2026":       identity.PasswordGuessable,
		"Qwerty123!":         identity.PasswordGuessable,
		"123qwerty":          identity.PasswordGuessable,
		"iloveyou2":          identity.PasswordGuessable,
		"Nairobi2026":        identity.PasswordGuessable,
		"zabuni2026":         identity.PasswordGuessable,
		"neema1990":          identity.PasswordGuessable,
		"Wafula#1":           identity.PasswordGuessable,
		"N33ma2026":          identity.PasswordGuessable,
		"savanna2026":        identity.PasswordGuessable,
		"savannamedical1":    "", // two words together are no list's
		"neemawafula7":       identity.PasswordGuessable,
		"neema.wafula1":      identity.PasswordGuessable,
		"chui2026":           "",
		"river stone 7 lamp": "",
		"correct4horse":      "",
		"neem4ever":          "",
		"short":              identity.PasswordWeak,
		"longenoughnodigit":  identity.PasswordWeak,
	} {
		var f fault.Fields
		identity.CheckPassword(&f, "/password", password, "/confirm", password, own...)
		got := ""
		if len(f) > 0 {
			got = f[0].Code
		}
		if got != want {
			t.Errorf("%q: %q, want %q", password, got, want)
		}
	}
	var f fault.Fields
	identity.CheckPassword(&f, "/password", "wafula2026", "/confirm", "wafula2026")
	if len(f) > 0 {
		t.Errorf("of nobody we know: %+v", f)
	}
}
