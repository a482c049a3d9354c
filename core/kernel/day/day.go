// Package day is days of a calendar as people name them, and periods of them: a day
// begins and ends where the clocks of a zone say so.
package day

import "time"

// A Day is written 2026-12-31; empty is none.
type Day string

// at is the day as the database takes it.
func (d Day) at() *time.Time {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return nil
	}
	return &t
}

// Year is the year of a day, zero of none.
func (d Day) Year() int {
	if t := d.at(); t != nil {
		return t.Year()
	}
	return 0
}

// A Span is a period of whole days; an end that is nil is open, and the zero value
// is always.
type Span struct {
	First, Last *time.Time // dates, the last one included
	Zone        string     // IANA; whose days they are
}

// Between is the period from one day to another, both included; without a zone, of UTC.
func Between(first, last Day, zone string) Span {
	if zone == "" {
		zone = "UTC"
	}
	return Span{First: first.at(), Last: last.at(), Zone: zone}
}

// Some tells whether a period narrows anything.
func (s Span) Some() bool { return s.First != nil || s.Last != nil }
