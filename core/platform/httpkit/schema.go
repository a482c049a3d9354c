package httpkit

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
)

// Numbers that are not for floats travel as strings. Their shape is in the
// contract, so that a wrong one is told at its own field.
type (
	amountText   string
	quantityText string
	dayText      string
	countryText  string
)

func (amountText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^-?[0-9]{1,16}(\.[0-9]{1,4})?$`, Description: "Decimal, at most four digits behind the point"}
}

func (quantityText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^-?[0-9]{1,14}(\.[0-9]{1,6})?$`, Description: "Decimal, at most six digits behind the point"}
}

func (dayText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date", Description: "A day, YYYY-MM-DD"}
}

func (countryText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^[A-Z]{2}$`, Description: "ISO 3166-1 alpha-2"}
}

// describeTexts gives the registry the shapes of what travels as text.
func describeTexts(r huma.Registry) {
	r.RegisterTypeAlias(reflect.TypeFor[geo.Code](), reflect.TypeFor[countryText]())
	r.RegisterTypeAlias(reflect.TypeFor[day.Day](), reflect.TypeFor[dayText]())
	r.RegisterTypeAlias(reflect.TypeFor[money.Decimal](), reflect.TypeFor[amountText]())
	r.RegisterTypeAlias(reflect.TypeFor[money.Quantity](), reflect.TypeFor[quantityText]())
}
