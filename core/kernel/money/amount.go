package money

// Amount is a sum of money with its currency.
type Amount struct {
	Value    Decimal  `json:"value" doc:"Decimal string with four digits" example:"1250.5000"`
	Currency Currency `json:"currency" doc:"ISO 4217 code" example:"KES"`
}

// Add returns a+b; their currencies must be the same.
func (a Amount) Add(b Amount) (Amount, error) {
	if a.Currency != b.Currency {
		return Amount{}, BadCurrency.New("%s and %s cannot be added", a.Currency, b.Currency)
	}
	return Amount{a.Value.Add(b.Value), a.Currency}, nil
}

// Cmp compares amounts of one currency.
func (a Amount) Cmp(b Amount) (int, error) {
	if a.Currency != b.Currency {
		return 0, BadCurrency.New("%s and %s cannot be compared", a.Currency, b.Currency)
	}
	return a.Value.Cmp(b.Value), nil
}

// Sum adds amounts of one currency; none at all is zero of the given one.
func Sum(currency Currency, amounts ...Amount) (Amount, error) {
	total := Amount{Currency: currency}
	for _, a := range amounts {
		var err error
		if total, err = total.Add(a); err != nil {
			return Amount{}, err
		}
	}
	if _, err := fit[amountScale](total.Value.d); err != nil {
		return Amount{}, err
	}
	return total, nil
}

// Payable is the amount in whole smallest units, half-up, and how many there
// are: what a payment provider is told (125050 for KES 1,250.50).
func (a Amount) Payable() (units int64, rounded Amount) {
	exp := int32(a.Currency.Exponent())
	v := a.Value.RoundTo(exp)
	return v.d.Shift(exp).IntPart(), Amount{v, a.Currency}
}

// String is the amount as English prints it: KES 1,250.50.
func (a Amount) String() string { return a.Print("en") }

// Print is the amount as language prints it: code, two decimals half-up, groups
// of three.
func (a Amount) Print(language string) string {
	return string(a.Currency) + "\u00a0" + a.Value.Print(language, 2)
}
