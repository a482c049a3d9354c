package geo

import "testing"

func TestPhoneAsPeopleTypeIt(t *testing.T) {
	ke, _ := Find("KE")
	for typed, want := range map[string]string{
		"254701234567": "254701234567", "+254 701 234 567": "254701234567", "0701234567": "254701234567",
		"701-234-567": "254701234567", "00254701234567": "254701234567", "254 0701234567": "254701234567",
		"25470123456": "", "phone": "", "": "", "255701234567": "",
	} {
		got, ok := ke.Phone(typed)
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q %v, want %q", typed, got, ok, want)
		}
	}
}

func TestEveryCountryReadsItsOwnExample(t *testing.T) {
	if len(Countries) != 11 {
		t.Fatalf("%d countries", len(Countries))
	}
	for _, c := range Countries {
		if got, ok := c.Phone(c.PhoneExample); !ok || got != c.PhoneExample {
			t.Errorf("%s: %q", c.Name, got)
		}
		if got, ok := c.Phone("0" + c.PhoneExample[len(c.DialCode):]); !ok || got != c.PhoneExample {
			t.Errorf("%s nationally: %q", c.Name, got)
		}
	}
}

func TestTaxID(t *testing.T) {
	ke, _ := Find("KE")
	if got, ok := ke.TaxID(" p051 234567z"); !ok || got != "P051234567Z" {
		t.Errorf("got %q %v", got, ok)
	}
	if _, ok := ke.TaxID("51234567"); ok {
		t.Error("a number without letters is no KRA PIN")
	}
}
