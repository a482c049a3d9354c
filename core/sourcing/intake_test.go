package sourcing

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"zabuni.org/core/kernel/fault"
)

func moment(t *testing.T, text string, zone *time.Location) time.Time {
	t.Helper()
	v, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWhenTheNextWindowCloses(t *testing.T) {
	nairobi, err := time.LoadLocation("Africa/Nairobi")
	if err != nil {
		t.Fatal(err)
	}
	cairo, err := time.LoadLocation("Africa/Cairo") // it has a summer time
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what                    string
		unit                    WindowUnit
		zone                    *time.Location
		first, last, now, until string
		want                    string // empty: none
	}{
		{"a week on", Weekly, nairobi, "2026-11-02 12:00", "2026-11-02 12:00", "2026-11-02 12:00", "2027-01-01 00:00", "2026-11-09 12:00"},
		{"the end of a short month", Monthly, nairobi, "2027-01-31 12:00", "2027-01-31 12:00", "2027-01-31 12:00", "2028-01-01 00:00", "2027-02-28 12:00"},
		{"and back to the day", Monthly, nairobi, "2027-01-31 12:00", "2027-02-28 12:00", "2027-02-28 12:01", "2028-01-01 00:00", "2027-03-31 12:00"},
		{"a leap year", Monthly, nairobi, "2028-01-30 12:00", "2028-01-30 12:00", "2028-01-30 12:00", "2029-01-01 00:00", "2028-02-29 12:00"},
		{"over the year", Monthly, nairobi, "2026-11-15 12:00", "2026-12-15 12:00", "2026-12-15 12:00", "2028-01-01 00:00", "2027-01-15 12:00"},
		{"the same hour in summer time", Weekly, cairo, "2027-04-28 17:00", "2027-04-28 17:00", "2027-04-28 17:00", "2028-01-01 00:00", "2027-05-05 17:00"},
		{"the last ends with the intake", Weekly, nairobi, "2026-11-02 12:00", "2026-11-02 12:00", "2026-11-02 12:00", "2026-11-06 12:00", "2026-11-06 12:00"},
		{"a rest of an hour is joined to it", Weekly, nairobi, "2026-11-02 12:00", "2026-11-02 12:00", "2026-11-02 12:00", "2026-11-09 13:00", "2026-11-09 13:00"},
		{"a rest of a day is a window", Weekly, nairobi, "2026-11-02 12:00", "2026-11-02 12:00", "2026-11-02 12:00", "2026-11-10 12:00", "2026-11-09 12:00"},
		{"an extended window takes the next boundary", Weekly, nairobi, "2026-11-02 12:00", "2026-11-11 12:00", "2026-11-11 12:00", "2027-01-01 00:00", "2026-11-16 12:00"},
		{"and none within an hour", Weekly, nairobi, "2026-11-02 12:00", "2026-11-09 11:00", "2026-11-09 11:00", "2027-01-01 00:00", "2026-11-16 12:00"},
		{"three weeks late", Weekly, nairobi, "2026-11-02 12:00", "2026-11-02 12:00", "2026-11-25 12:00", "2027-01-01 00:00", "2026-11-30 12:00"},
		{"at its end", Weekly, nairobi, "2026-11-02 12:00", "2026-11-23 12:00", "2026-11-23 12:00", "2026-11-23 12:00", ""},
		{"after its end", Weekly, nairobi, "2026-11-02 12:00", "2026-11-09 12:00", "2026-11-23 12:00", "2026-11-23 11:00", ""},
		{"extended to its end", Weekly, nairobi, "2026-11-02 12:00", "2026-11-23 12:00", "2026-11-20 12:00", "2026-11-23 12:00", ""},
	} {
		i := Intake{Unit: c.unit, Until: moment(t, c.until, c.zone)}
		j := Job{Activity: SupplierRegistration, Regime: "private-default", Timezone: c.zone.String()}
		got, ok := i.Next(moment(t, c.first, c.zone), moment(t, c.last, c.zone), moment(t, c.now, c.zone), j)
		if ok != (c.want != "") || ok && !got.Equal(moment(t, c.want, c.zone)) {
			t.Errorf("%s: %s, %v, want %q", c.what, got.In(c.zone), ok, c.want)
		}
		ended := i.Until
		i.EndedAt = &ended
		if _, ok := i.Next(moment(t, c.first, c.zone), moment(t, c.last, c.zone), moment(t, c.now, c.zone), j); ok {
			t.Errorf("%s: a window follows what was ended", c.what)
		}
	}
}

// Windows follow each other without a gap to the end of the intake, none shorter than a
// day but by what the first leaves, and none longer than its unit and a day.
func TestWindowsCoverTheirIntake(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom(WindowUnits).Draw(t, "unit")
		first := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, 60*24*400).Draw(t, "minutes")) * time.Minute)
		until := first.Add(time.Duration(rapid.IntRange(1, 24*500).Draw(t, "hours")) * time.Hour)
		i := Intake{Unit: unit, Until: until}
		most := 8 * 24 * time.Hour
		if unit == Monthly {
			most = 33 * 24 * time.Hour
		}
		last, n := first, 0
		for {
			closes, ok := i.Next(first, last, last, Job{Timezone: "UTC"})
			if !ok {
				break
			}
			if n++; n > 100 {
				t.Fatal("no end")
			}
			if short := closes.Sub(last) < shortestWindow && !closes.Equal(until); short || closes.Sub(last) > most || !closes.After(last) || closes.After(until) {
				t.Fatalf("window %d from %s to %s", n, last, closes)
			}
			last = closes
		}
		if !last.Equal(until) {
			t.Fatalf("the last closes at %s, the intake ends at %s", last, until)
		}
	})
}

func TestAnIntakeOutlastsItsFirstWindow(t *testing.T) {
	closes := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, p := range Policies {
		c := Category{Activity: p.Activity, ClosesAt: closes}
		if c.Policy().Has(Live) != p.Has(Live) {
			t.Fatal(p.Activity)
		}
		for _, x := range []struct {
			unit  WindowUnit
			until time.Time
			field string
			code  string
		}{
			{Weekly, closes.Add(time.Microsecond), "", ""},
			{Monthly, closes.AddDate(IntakeYears, 0, 0), "", ""},
			{"year", closes.Add(time.Hour), "/every", fault.NotAllowed},
			{Weekly, closes, "/until", NotLater},
			{Weekly, time.Time{}, "/until", NotLater},
			{Weekly, closes.AddDate(IntakeYears, 0, 0).Add(time.Microsecond), "/until", fault.OutOfRange},
		} {
			_, err := IntakeForm{x.unit, x.until}.Check(c, Job{Activity: p.Activity, Regime: "private-default"})
			switch rolls := p.Result() == ResultList; {
			case !rolls:
				if !errors.Is(err, NoSuchStep) {
					t.Errorf("%s: %v", p.Activity, err)
				}
			case x.field == "":
				if err != nil {
					t.Errorf("%s, %s until %s: %v", p.Activity, x.unit, x.until, err)
				}
			default:
				fields := fault.As(err).Fields
				if len(fields) != 1 || fields[0].Pointer != x.field || fields[0].Code != x.code {
					t.Errorf("%s, %s until %s: %v", p.Activity, x.unit, x.until, fields)
				}
			}
		}
	}
}
