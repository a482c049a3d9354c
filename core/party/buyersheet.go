package party

import (
	"strings"

	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/platform/sheet"
)

// BuyerSheet is the table of buyer companies that the operator uploads.
var BuyerSheet = sheet.Form{Sheet: "BUYERS", Columns: []sheet.Column{{Key: "name", Width: 40}, {Key: "country", Width: 12}, {Key: "tax_id", Width: 20},
	{Key: "phone", Width: 20}, {Key: "email", Width: 32}, {Key: "address", Width: 40}, {Key: "category_types", Width: 48}}}

// BuyerColumn names the column that a field of the form stands in.
func BuyerColumn(pointer string) string {
	if pointer == "/physical_address" {
		return "address"
	}
	key := strings.TrimPrefix(pointer, "/")
	for _, c := range BuyerSheet.Columns {
		if c.Key == key {
			return key
		}
	}
	return ""
}

// BuyerOf reads the profile and the codes of category types from a row. The kind
// of company is not asked there.
func BuyerOf(cells map[string]string) (Profile, []string) {
	p := Profile{CompanyType: "other", Name: cells["name"], Country: countryOf(cells["country"]), TaxID: cells["tax_id"], Phone: cells["phone"],
		PhysicalAddress: cells["address"]}
	var codes []string
	for _, c := range strings.FieldsFunc(cells["category_types"], func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		if c = strings.ToUpper(strings.TrimSpace(c)); c != "" {
			codes = append(codes, c)
		}
	}
	return p, codes
}

// countryOf reads a country as people write it: its code or its name.
func countryOf(typed string) string {
	for _, c := range geo.Countries {
		if strings.EqualFold(typed, c.ISO2) || strings.EqualFold(typed, c.Name) {
			return c.ISO2
		}
	}
	return typed
}
