// Package geo is what differs between countries in what people type: phone
// numbers and tax numbers.
package geo

import (
	"regexp"
	"strings"
)

// A Code is the ISO 3166-1 alpha-2 code of a country.
type Code string

// A Country is one row of the reference data.
type Country struct {
	ISO2         string // ISO 3166-1 alpha-2
	Name         string
	DialCode     string // without +
	Currency     string // ISO 4217
	Timezone     string // IANA; of the capital
	TaxLabel     string // what the tax identification number is called there
	TaxPattern   string // regular expression of the number, upper case, without spaces
	PhoneDigits  []int  // lengths of a national number without its leading zero
	PhoneExample string // country code first
}

// Countries is the reference data: the eleven countries whose phone format the
// specification names, in its order. Lengths and tax formats: ITU-T E.164
// national numbering plans; the revenue authorities' published formats.
var Countries = []Country{
	{"BF", "Burkina Faso", "226", "XOF", "Africa/Ouagadougou", "IFU", `^\d{8}[A-Z]$`, []int{8}, "22670123456"},
	{"ET", "Ethiopia", "251", "ETB", "Africa/Addis_Ababa", "TIN", `^\d{10}$`, []int{9}, "251911234567"},
	{"GH", "Ghana", "233", "GHS", "Africa/Accra", "TIN", `^[A-Z]\d{10}$|^GHA\d{10}$`, []int{9}, "233241234567"},
	{"KE", "Kenya", "254", "KES", "Africa/Nairobi", "KRA PIN", `^[AP]\d{9}[A-Z]$`, []int{9}, "254701234567"},
	{"MW", "Malawi", "265", "MWK", "Africa/Blantyre", "TPIN", `^\d{8}$`, []int{7, 9}, "265991234567"},
	{"ML", "Mali", "223", "XOF", "Africa/Bamako", "NIF", `^\d{9}[A-Z]$`, []int{8}, "22370123456"},
	{"MZ", "Mozambique", "258", "MZN", "Africa/Maputo", "NUIT", `^\d{9}$`, []int{8, 9}, "258821234567"},
	{"NG", "Nigeria", "234", "NGN", "Africa/Lagos", "TIN", `^\d{8}-?\d{4}$|^\d{10,13}$`, []int{8, 10}, "2348031234567"},
	{"RW", "Rwanda", "250", "RWF", "Africa/Kigali", "TIN", `^\d{9}$`, []int{9}, "250781234567"},
	{"TZ", "Tanzania", "255", "TZS", "Africa/Dar_es_Salaam", "TIN", `^\d{9}$|^\d{3}-\d{3}-\d{3}$`, []int{9}, "255712345678"},
	{"UG", "Uganda", "256", "UGX", "Africa/Kampala", "TIN", `^\d{10}$`, []int{9}, "256772123456"},
}

// Find returns the country with an ISO code.
func Find(iso2 string) (Country, bool) {
	for _, c := range Countries {
		if c.ISO2 == iso2 {
			return c, true
		}
	}
	return Country{}, false
}

// Zone is where the days of a country begin, empty of one that is not known.
func Zone(iso2 string) string {
	c, _ := Find(iso2)
	return c.Timezone
}

var phoneNoise = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "", ".", "", "\u00a0", "")

// Phone reads a number as people of the country type it (+254 701 234567,
// 0701234567, 254701234567) and returns it as E.164 digits without the plus,
// the way the specification shows it.
func (c Country) Phone(typed string) (string, bool) {
	s := phoneNoise.Replace(strings.TrimSpace(typed))
	s = strings.TrimPrefix(strings.TrimPrefix(s, "+"), "00")
	for _, r := range s {
		if r < '0' || r > '9' {
			return "", false
		}
	}
	national, international := strings.CutPrefix(s, c.DialCode)
	if !international || !c.length(strings.TrimPrefix(national, "0")) {
		national = s
	}
	national = strings.TrimPrefix(national, "0")
	if !c.length(national) || strings.HasPrefix(national, "0") { // one zero leads at home, and no number begins with another
		return "", false
	}
	return c.DialCode + national, true
}

func (c Country) length(national string) bool {
	for _, n := range c.PhoneDigits {
		if len(national) == n {
			return true
		}
	}
	return false
}

// TaxID reads a tax identification number and returns its stored form.
func (c Country) TaxID(typed string) (string, bool) {
	s := strings.ToUpper(strings.ReplaceAll(strings.TrimSpace(typed), " ", ""))
	return s, regexp.MustCompile(c.TaxPattern).MatchString(s)
}
