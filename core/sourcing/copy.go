package sourcing

import (
	"time"

	"zabuni.org/core/kernel/fault"
)

// A CopyForm is what an author says of a job that is another one once more.
type CopyForm struct {
	Code    string
	Title   string
	OpensAt time.Time // of what opens first; all that was said in time moves with it
}

// Check normalises the form and tells all that is wrong with it; the rest of the job was checked
// where it comes from.
func (c CopyForm) Check(from Job) (JobForm, error) {
	form, err := JobForm{
		Activity:       from.Activity,
		Code:           c.Code,
		Title:          c.Title,
		Description:    from.Description,
		Regime:         from.Regime,
		Department:     from.DepartmentID,
		Classification: from.Classification,
		Known:          []string{from.Classification},
		Private:        &from.Private, // what is kept out stays so
	}.Check()
	if !c.OpensAt.IsZero() {
		return form, err
	}
	var f fault.Fields
	if err != nil {
		f = fault.As(err).Fields
	}
	f.Add("/opens_at", fault.Required)
	return form, f.Err()
}

// Again is a moment as far from to as it was from first, by the clock on the wall of a zone: what
// closed at five in the afternoon does so again, whatever the summer did to the clocks.
func Again(zone *time.Location, first, to, at time.Time) time.Time {
	wall := func(t time.Time) time.Time {
		y, m, d := t.In(zone).Date()
		return time.Date(y, m, d, t.In(zone).Hour(), t.In(zone).Minute(), t.In(zone).Second(), t.Nanosecond(), time.UTC)
	}
	w := wall(to).Add(wall(at).Sub(wall(first)))
	return time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), w.Nanosecond(), zone).UTC()
}
