package payment

import (
	"regexp"

	"zabuni.org/core/kernel/geo"
)

var (
	cardFields = regexp.MustCompile(`(?i)((?:card_?number|card_?expdate\w*|cvv2?|\bpan|\b(?:m?pesa_?)?pin(?:_?code)?|pass_?key|\bpassword)"?\s*[:=>]\s*"?)[^&"<,}\s]+`)
	digitRuns  = regexp.MustCompile(`\d(?:[ -]?\d){7,18}`)
)

// Veil hides in a provider's message what we have no reason to keep: numbers of cards
// but for their last four digits, whatever their field is called, with what belongs to
// them, a PIN or a password that somebody sends along, and the middle of a payer's phone.
func Veil(text string) string {
	text = cardFields.ReplaceAllString(text, "${1}…")
	return digitRuns.ReplaceAllStringFunc(text, func(run string) string {
		digits := make([]byte, 0, len(run))
		for i := range len(run) {
			if run[i] >= '0' && run[i] <= '9' {
				digits = append(digits, run[i])
			}
		}
		switch {
		case card(digits):
			return "…" + string(digits[len(digits)-4:])
		case phone(string(digits)):
			return Mask(string(digits))
		}
		return run
	})
}

// card reports whether digits are a card's number: of its lengths and first digits
// (ISO/IEC 7812), with a right check digit (Luhn).
func card(digits []byte) bool {
	if len(digits) < 13 || digits[0] < '3' || digits[0] > '6' {
		return false
	}
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

func phone(digits string) bool {
	for _, c := range geo.Countries {
		if n, ok := c.Phone(digits); ok && n == digits {
			return true
		}
	}
	return false
}
