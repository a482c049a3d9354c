package opening

import "zabuni.org/core/kernel/fault"

// Interests that somebody declares in a category before they see what its bids say.
const (
	InterestNone     = "none"
	InterestDeclared = "interest"
	InterestRecused  = "recused"
)

// An Interest is one of them on the wire.
type Interest string

// Values lists them.
func (Interest) Values() []string {
	return []string{InterestNone, InterestDeclared, InterestRecused}
}

// Declared checks a declaration of interests and returns its words: whoever has
// an interest says which.
func Declared(interest, text string) (string, error) {
	var f fault.Fields
	f.OneOf("/interest", interest, InterestNone, InterestDeclared, InterestRecused)
	text = f.May("/declaration", text, 2000)
	if interest == InterestDeclared && text == "" {
		f.Add("/declaration", fault.Required)
	}
	return text, f.Err()
}
