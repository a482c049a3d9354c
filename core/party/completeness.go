package party

import "zabuni.org/core/kernel/closed"

// A Part is a card of the profile form.
type Part string

// Parts.
const (
	PartCompany    Part = "company"
	PartAddresses  Part = "addresses"
	PartCategories Part = "categories"
	PartDocuments  Part = "documents"
	PartOwnership  Part = "ownership"
	PartGroups     Part = "groups"
)

// Values lists them in the order of the form.
func (Part) Values() []string {
	return closed.Values(PartCompany, PartAddresses, PartCategories, PartDocuments, PartOwnership, PartGroups)
}

// An Item is one thing that makes a profile complete.
type Item struct {
	Key    string
	Part   Part
	Weight int // of 100
}

// Items of a supplier's profile; their weights sum to 100. Buyers exclude a bid
// for a paper that has expired more often than for anything else, so papers
// weigh most.
var Items = []Item{
	{"identity", PartCompany, 10},
	{"contact", PartCompany, 5},
	{"logo", PartCompany, 5},
	{"address", PartAddresses, 10},
	{"phone", PartAddresses, 5},
	{"categories", PartCategories, 10},
	{"locations", PartCategories, 10},
	{"registration", PartDocuments, 10},
	{"tax_compliance", PartDocuments, 15},
	{"trading_licence", PartDocuments, 10},
	{"owners", PartOwnership, 10},
}

// Facts is what completeness is judged by.
type Facts struct {
	Profile    Profile
	Logo       bool
	Categories int
	Locations  int
	Documents  map[DocumentKind]ExpiryState // of the latest versions
	Owners     []Owner
}

func (f Facts) has(key string) bool {
	p := f.Profile
	switch key {
	case "identity":
		return p.Name != "" && p.CompanyType != "" && p.TaxID != ""
	case "contact":
		return p.ContactName != ""
	case "logo":
		return f.Logo
	case "address":
		return p.PhysicalAddress != "" && p.LocationID != nil
	case "phone":
		return p.Phone != ""
	case "categories":
		return f.Categories > 0
	case "locations":
		return f.Locations > 0
	case "owners":
		return Held(f.Owners).Equal(hundred)
	}
	state, ok := f.Documents[DocumentKind(key)]
	return ok && state != Expired
}

// Completeness is how many per cent of a profile are there, and what is missing,
// the weightiest of the form's order first as it stands.
func Completeness(f Facts) (percent int, missing []Item) {
	for _, i := range Items {
		if f.has(i.Key) {
			percent += i.Weight
		} else {
			missing = append(missing, i)
		}
	}
	return percent, missing
}
