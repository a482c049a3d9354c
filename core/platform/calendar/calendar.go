// Package calendar writes meetings as calendars elsewhere read them (RFC 5545, 5546).
package calendar

import (
	"cmp"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"
)

// A Method is what a calendar is to do with what it reads.
type Method string

// Methods.
const (
	Request Method = "REQUEST" // somebody is asked, or it has changed
	Cancel  Method = "CANCEL"  // it is off, or off for who reads it
	Publish Method = "PUBLISH" // to be looked at
)

// An Event is a meeting for one reader.
type Event struct {
	ID       string // stays what it is however often the meeting changes
	Method   Method
	Sequence int // rises with each change
	Title    string
	Start    time.Time
	End      time.Time
	Place    string
	Link     string
	Text     string
	By       string    // who asks
	Changed  time.Time // the last time
}

// A Reader is who is asked: of others who are nothing is told.
type Reader struct{ Name, Email string }

// Invitation is an event for its one reader, from an address that nobody reads.
func Invitation(e Event, from string, to Reader) []byte {
	c := begun(e.Method)
	v := put(c, e)
	v.SetOrganizer("mailto:"+from, ics.WithCN(plain(cmp.Or(e.By, from))))
	if to.Email != "" {
		v.AddAttendee("mailto:"+to.Email, ics.WithCN(plain(cmp.Or(to.Name, to.Email))), ics.WithRSVP(false))
	}
	return written(c)
}

// Feed is events to be looked at.
func Feed(name string, events []Event) []byte {
	c := begun(Publish)
	c.SetName(name)
	c.SetXWRCalName(name)
	for _, e := range events {
		put(c, e)
	}
	return written(c)
}

func begun(m Method) *ics.Calendar {
	c := ics.NewCalendarFor("Zabuni")
	c.SetMethod(ics.Method(m))
	return c
}

// put writes an event; its times are told without a zone, which every reader knows.
func put(c *ics.Calendar, e Event) *ics.VEvent {
	v := c.AddEvent(e.ID)
	v.SetSequence(e.Sequence)
	v.SetDtStampTime(e.Changed.UTC())
	v.SetStartAt(e.Start.UTC())
	v.SetEndAt(e.End.UTC())
	v.SetSummary(text(e.Title))
	v.SetStatus(ics.ObjectStatusConfirmed)
	if e.Method == Cancel {
		v.SetStatus(ics.ObjectStatusCancelled)
	}
	if where := cmp.Or(e.Place, e.Link); where != "" {
		v.SetLocation(text(where))
	}
	if e.Link != "" {
		v.SetURL(e.Link)
	}
	if e.Text != "" {
		v.SetDescription(text(e.Text))
	}
	return v
}

// text is what a person wrote, as it may stand in a line: a lone carriage return, by which some readers end one, is a
// line's end as any other, and what no text has is left out (RFC 5545, 3.3.11).
func text(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s))
}

// plain is a name as a parameter takes it: what would end it, or the line, is left out,
// for readers differ about how it is told from the name's own.
func plain(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`";:,^\`, r)
	}), " ")
}

func written(c *ics.Calendar) []byte { return []byte(c.Serialize(ics.WithNewLineWindows)) }
