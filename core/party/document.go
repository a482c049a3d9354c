package party

import (
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
)

// A DocumentKind is a paper that a company keeps on its profile.
type DocumentKind string

// Kinds of document.
const (
	Registration   DocumentKind = "registration"
	TaxCompliance  DocumentKind = "tax_compliance"
	TradingLicence DocumentKind = "trading_licence"
)

// DocumentKinds lists them in the order of the form.
var DocumentKinds = []DocumentKind{Registration, TaxCompliance, TradingLicence}

// Values lists them.
func (DocumentKind) Values() []string { return closed.Values(DocumentKinds...) }

// Field errors of documents.
const (
	TaxExpiryMissing     = "party.tax_expiry_missing"
	LicenceExpiryMissing = "party.licence_expiry_missing"
	ExpiryPast           = "party.expiry_past"
	UploadUnknown        = "party.upload_unknown"
)

// expiryMissing is what a kind without its expiry date is told; a kind that is
// not listed does not expire.
var expiryMissing = map[DocumentKind]string{TaxCompliance: TaxExpiryMissing, TradingLicence: LicenceExpiryMissing}

// Expires reports whether documents of the kind end at a date.
func (k DocumentKind) Expires() bool { return expiryMissing[k] != "" }

// CheckExpiry adds what is wrong with the expiry date of a document that is
// attached on a day: it is required where the kind expires, and lies ahead.
func (k DocumentKind) CheckExpiry(f *fault.Fields, pointer string, expires *time.Time, today time.Time) *time.Time {
	switch {
	case !k.Expires():
		return nil
	case expires == nil:
		f.Add(pointer, expiryMissing[k])
	case expires.Before(Day(today)):
		f.Add(pointer, ExpiryPast)
	case expires.Year() > today.Year()+50:
		f.Add(pointer, fault.OutOfRange)
	}
	return expires
}

// An ExpiryState says how a document stands on a day.
type ExpiryState string

// States.
const (
	Valid    ExpiryState = "valid"
	Expiring ExpiryState = "expiring"
	Expired  ExpiryState = "expired"
)

// Values lists them.
func (ExpiryState) Values() []string { return closed.Values(Valid, Expiring, Expired) }

// stages are the days before an expiry at which people are reminded.
var stages = []int{60, 30, 7, 0}

// Day is the midnight, in UTC, that stands for the day of a moment.
func Day(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// DaysOf are the days that it is at a moment in our countries: the west reaches one later.
func DaysOf(now time.Time) (days []time.Time, countries []string) {
	for _, c := range geo.Countries {
		days, countries = append(days, Day(now.In(Zone(c.ISO2)))), append(countries, c.ISO2)
	}
	return days, countries
}

// ExpiryOf is the state on a day and how many days are left. A document is good
// on the day that it names.
func ExpiryOf(expires *time.Time, today time.Time) (ExpiryState, int) {
	if expires == nil {
		return Valid, 0
	}
	days := int(Day(*expires).Sub(Day(today)).Hours() / 24)
	switch {
	case days < 0:
		return Expired, days
	case days <= stages[0]:
		return Expiring, days
	}
	return Valid, days
}

// NextReminder is the day of the first reminder after a day; nil when none is
// left. A document that is attached within a stage is reminded of at the next.
func NextReminder(expires *time.Time, after time.Time) *time.Time {
	if expires == nil {
		return nil
	}
	for _, s := range stages {
		if day := Day(*expires).AddDate(0, 0, -s); day.After(Day(after)) {
			return &day
		}
	}
	return nil
}

// StageOn is the stage whose reminder is due on a day: the latest that has come,
// so that a platform that stood still sends one and not three.
func StageOn(expires, today time.Time) (stage int, due bool) {
	_, days := ExpiryOf(&expires, today)
	for i := len(stages) - 1; i >= 0; i-- {
		if days <= stages[i] {
			return stages[i], true
		}
	}
	return 0, false
}
