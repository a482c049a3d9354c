package project

import (
	"slices"
	"time"
)

// A Calendar says on which days work is done somewhere.
type Calendar struct {
	Week    Week
	Country string // ISO 3166-1; of others than those below no holiday is known
	Listed  Listed
}

// Listed are the days on which a country rests, by year, of the years of which its list was taken over: that is all of them, with what
// the moon told and what was proclaimed.
type Listed map[int]map[time.Time]bool

// ListOf sorts days by their years.
func ListOf(days []time.Time) Listed {
	out := Listed{}
	for _, d := range days {
		if out[d.Year()] == nil {
			out[d.Year()] = map[time.Time]bool{}
		}
		out[d.Year()][midnight(d)] = true
	}
	return out
}

func midnight(d time.Time) time.Time {
	return time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, time.UTC)
}

// Works reports whether work is done on a day.
func (c Calendar) Works(d time.Time) bool {
	if days, listed := c.Listed[d.Year()]; listed {
		return c.Week.Works(d) && !days[midnight(d)]
	}
	return c.Week.Works(d) && !Holiday(c.Country, d)
}

// holidays are the days on which a country rests each year: those of fixed dates as 0102, and which follow Easter, in days
// after it. What the moon tells, and what is proclaimed for a year, is known of none.
var holidays = map[string]struct {
	fixed  []string
	easter []int
}{
	"BF": {[]string{"0101", "0103", "0308", "0501", "0805", "0815", "1101", "1211", "1225"}, []int{1, 39}},
	"ET": {[]string{"0107", "0302", "0501", "0505", "0528"}, []int{-2, 0}},                         // after the Easter of its own church
	"GH": {[]string{"0101", "0107", "0306", "0501", "0701", "0921", "1225", "1226"}, []int{-2, 1}}, // as amended in 2025
	"KE": {[]string{"0101", "0501", "0601", "1010", "1020", "1212", "1225", "1226"}, []int{-2, 1}},
	"ML": {[]string{"0101", "0120", "0326", "0501", "0525", "0922", "1225"}, []int{1}},
	"MW": {[]string{"0101", "0115", "0303", "0501", "0514", "0706", "1015", "1225", "1226"}, []int{-2, 1}},
	"MZ": {[]string{"0101", "0203", "0407", "0501", "0625", "0907", "0925", "1004", "1225"}, nil},
	"NG": {[]string{"0101", "0501", "0612", "1001", "1225", "1226"}, []int{-2, 1}},
	"RW": {[]string{"0101", "0102", "0201", "0407", "0501", "0701", "0704", "0815", "1225", "1226"}, []int{-2, 1}}, // Easter Monday since 2017
	"TZ": {[]string{"0101", "0112", "0407", "0426", "0501", "0707", "0808", "1014", "1209", "1225", "1226"}, []int{-2, 1}},
	"UG": {[]string{"0101", "0126", "0216", "0308", "0501", "0603", "0609", "1009", "1225", "1226"}, []int{-2, 1}},
}

// Holiday reports whether a day is a public holiday of a country whose date is the same each year or follows Easter.
func Holiday(country string, d time.Time) bool {
	h, ok := holidays[country]
	if !ok {
		return false
	}
	if slices.Contains(h.fixed, d.Format("0102")) || country == "ET" && ethiopian(d) {
		return true
	}
	sunday := easter(d.Year())
	if country == "ET" {
		sunday = julian(d.Year())
	}
	after := int(midnight(d).Sub(sunday) / (24 * time.Hour))
	return slices.Contains(h.easter, after)
}

// ethiopian are the days of Ethiopia's own calendar, which stand a day later around a leap year of ours: Epiphany in one, New Year
// and the Finding of the Cross before one.
func ethiopian(d time.Time) bool {
	later := func(year, day int) int {
		if year%4 == 0 { // every fourth year is one there, without exception until 2100
			return day + 1
		}
		return day
	}
	switch d.Month() {
	case time.January:
		return d.Day() == later(d.Year(), 19)
	case time.September:
		return d.Day() == later(d.Year()+1, 11) || d.Day() == later(d.Year()+1, 27)
	}
	return false
}

// easter is Easter Sunday of a year in the western churches (Meeus, Jones and Butcher).
func easter(year int) time.Time {
	a, b, c := year%19, year/100, year%100
	d, e, f := b/4, b%4, (b+8)/25
	g := (b - f + 1) / 3
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return time.Date(year, time.Month(n/31), n%31+1, 0, 0, 0, 0, time.UTC)
}

// julian is Easter Sunday of a year in the eastern churches (Meeus), on our calendar until 2100.
func julian(year int) time.Time {
	d := (19*(year%19) + 15) % 30
	e := (2*(year%4) + 4*(year%7) - d + 34) % 7
	n := d + e + 114
	return time.Date(year, time.Month(n/31), n%31+1+13, 0, 0, 0, 0, time.UTC)
}
