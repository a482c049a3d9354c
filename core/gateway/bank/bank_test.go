package bank_test

import (
	"strings"
	"testing"

	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/payment"
)

func TestAccountsOfTheSetting(t *testing.T) {
	c, err := bank.New(bank.Options{Accounts: " kes | Zabuni Ltd | KCB Bank | Moi Avenue | 118 023 4567 | KCBLKENX ; usd|Zabuni Ltd|KCB Bank||1180234568|;"})
	if err != nil {
		t.Fatal(err)
	}
	want := payment.Account{Currency: "KES", Holder: "Zabuni Ltd", Bank: "KCB Bank", Branch: "Moi Avenue", Number: "118 023 4567", Swift: "KCBLKENX"}
	if got := c.Accounts(); len(got) != 2 || got[0] != want || got[0].Key() != "kes-1180234567" {
		t.Errorf("%+v", got)
	}
	if !c.Takes("USD") || c.Takes("UGX") {
		t.Error("it takes what there is an account for, and no more")
	}
	for setting, says := range map[string]string{
		"":                                   "no account",
		"KES|Zabuni|KCB|Moi Avenue|118":      "account 1 is not",
		"KES|Zabuni|KCB||118|;KES|Z|E||119|": "two accounts in KES",
		"XXX|Zabuni|KCB||118|":               "account 1",
		"KES|Zabuni|KCB|||":                  "account 1 is not",
	} {
		if _, err := bank.New(bank.Options{Accounts: setting}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", setting, err)
		}
	}
}
