package money

import (
	"maps"
	"strings"
)

// Currency is an ISO 4217 code of the table below.
type Currency string

// exponents holds the currencies of Africa's countries and three of the world,
// with the digits of their smallest unit as ISO 4217 gives them: to these lines are
// rounded, and more a payment provider does not accept. How amounts are kept and shown
// (always two decimals on screens) does not change with them.
var exponents = map[Currency]int{
	"AOA": 2, "BIF": 0, "BWP": 2, "CDF": 2, "CVE": 2, "DJF": 0, "DZD": 2, "EGP": 2,
	"ERN": 2, "ETB": 2, "GHS": 2, "GMD": 2, "GNF": 0, "KES": 2, "KMF": 0, "LRD": 2,
	"LSL": 2, "LYD": 3, "MAD": 2, "MGA": 2, "MRU": 2, "MUR": 2, "MWK": 2, "MZN": 2,
	"NAD": 2, "NGN": 2, "RWF": 0, "SCR": 2, "SDG": 2, "SHP": 2, "SLE": 2, "SOS": 2,
	"SSP": 2, "STN": 2, "SZL": 2, "TND": 3, "TZS": 2, "UGX": 0, "XAF": 0, "XOF": 0,
	"ZAR": 2, "ZMW": 2, "ZWG": 2,
	"EUR": 2, "GBP": 2, "USD": 2,
}

// ParseCurrency reads a code in any case.
func ParseCurrency(s string) (Currency, error) {
	c := Currency(strings.ToUpper(strings.TrimSpace(s)))
	if !c.Known() {
		return "", BadCurrency.New("not a code of the table")
	}
	return c, nil
}

// Known reports whether c is in the table.
func (c Currency) Known() bool { _, ok := exponents[c]; return ok }

// Exponent is the count of digits of the smallest unit: 2 for KES, 0 for UGX, and 2
// where no currency is named yet.
func (c Currency) Exponent() int {
	if digits, ok := exponents[c]; ok {
		return digits
	}
	return 2
}

// Exponents is the table: the digits of each currency's smallest unit.
func Exponents() map[Currency]int { return maps.Clone(exponents) }
