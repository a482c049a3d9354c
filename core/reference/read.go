package reference

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/sheet"
)

// Faults of a file as a whole.
var (
	Unreadable = fault.Declare(fault.KindInvalid, "reference.unreadable", "This is no table that can be read")
	TooLarge   = fault.Declare(fault.KindTooLarge, "reference.too_large", "The list is too large")
	TooMany    = fault.Declare(fault.KindTooLarge, "reference.too_many", "The list would have too many entries") // params: count, max
	Empty      = fault.Declare(fault.KindInvalid, "reference.empty", "The file lists nothing")
	NoHead     = fault.Declare(fault.KindInvalid, "reference.no_head", "The file has no row with the names of its columns") // params: columns
	Faulty     = fault.Declare(fault.KindInvalid, "reference.faulty", "Something in the file is to be corrected first")     // params: rows
	Changed    = fault.Declare(fault.KindConflict, "reference.changed", "The list has changed since it was shown")
)

// Codes of what is wrong with a row.
const (
	BadCode    = "reference.bad_code"    // no eight digits and one behind a hyphen
	BadCountry = "reference.bad_country" // params: value
	BadDay     = "reference.bad_day"
	OffAndOn   = "reference.off_and_on" // a part is taken off, and other rows list it; params: row
	Computed   = sheet.IsFormula
)

// MaxBytes is how long a file may be.
const MaxBytes = 8_000_000

// MaxLines is how many entries a list, and a file, may have.
const MaxLines = 20_000

const maxName = 400

var bounds = sheet.Bounds{Bytes: MaxBytes, Lines: MaxLines, Columns: 60, Cell: 2_000, Unreadable: Unreadable, Large: TooLarge, Empty: Empty}

// A Day is one on which a country rests.
type Day struct {
	Country geo.Code
	Day     time.Time // at midnight UTC
	Name    string
}

// heads are how the columns of a list may be called, by what they are; the publisher's table of codes has a column a language.
var heads = map[List]map[string][]string{
	Codes:    {"code": {"code", "cpv"}, "en": {"en", "name", "description"}, "am": {"am"}, "fr": {"fr"}, "pt": {"pt"}, "sw": {"sw"}},
	Holidays: {"country": {"country"}, "day": {"day", "date"}, "name": {"name", "holiday", "description"}},
}

// needed are the columns without which a list says nothing.
var needed = map[List][]string{Codes: {"code"}, Holidays: {"country", "day", "name"}}

// headed finds the row with the names of the columns among the first ones: which column is what, and where the lines begin.
func headed(list List, rows [][]string) (map[string]int, int, error) {
	for n, cells := range rows[:min(len(rows), 20)] {
		at := map[string]int{}
		for i, text := range cells {
			for what, names := range heads[list] {
				if _, twice := at[what]; !twice && slices.Contains(names, strings.ToLower(text)) {
					at[what] = i
				}
			}
		}
		if !slices.ContainsFunc(needed[list], func(what string) bool { _, ok := at[what]; return !ok }) {
			return at, n + 1, nil
		}
	}
	return nil, 0, NoHead.New("").With("columns", strings.ToUpper(strings.Join(needed[list], ", ")))
}

// seen reports whether a sign is one that a reader sees.
func seen(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }

// lines are the rows below the head that say anything, by column.
func lines(list List, data []byte) ([]sheet.Row, error) {
	rows, err := sheet.Table(data, bounds)
	if err != nil {
		return nil, err
	}
	at, first, err := headed(list, rows)
	if err != nil {
		return nil, err
	}
	var out []sheet.Row
	for n, cells := range rows[first:] {
		row := sheet.Row{Number: first + n + 1, Cells: map[string]string{}}
		for what, i := range at {
			if i >= len(cells) || !strings.ContainsFunc(cells[i], seen) {
				continue
			}
			row.Cells[what] = cells[i]
			switch {
			case strings.HasPrefix(cells[i], "="):
				row.Add(what, Computed, nil)
			case fault.Misleads(cells[i]): // or a quotation mark that nobody has closed swallows the rows below it
				row.Add(what, fault.BadText, nil)
			case len([]rune(cells[i])) > maxName:
				row.Add(what, fault.TooLong, map[string]any{"max": maxName})
			}
		}
		if len(row.Cells) > 0 {
			out = append(out, row)
		}
	}
	if len(out) == 0 {
		return nil, Empty.New("")
	}
	if len(out) > MaxLines {
		return nil, TooLarge.New("%d lines", len(out)).With("max", MaxLines)
	}
	return out, nil
}

// published is a code as the publisher writes it.
var published = regexp.MustCompile(`^([0-9]{8})-([0-9])$`)

// ReadCodes reads a list of codes, divisions that are taken off (two digits, without a name), and the rows in which something is to be
// corrected.
func ReadCodes(data []byte) (codes []Code, off []string, bad []sheet.Row, err error) {
	rows, err := lines(Codes, data)
	if err != nil {
		return nil, nil, nil, err
	}
	out, told, listed := make([]Code, 0, len(rows)), map[string]int{}, map[string]int{}
	var offs []takenOff
	for _, r := range rows {
		found := published.FindStringSubmatch(r.Cells["code"])
		names := map[string]string{}
		for _, l := range locale.Languages {
			if name := r.Cells[string(l)]; name != "" {
				names[string(l)] = name
			}
		}
		// A worksheet makes a number of what looks like one: 03 is 3 there.
		if division := fmt.Sprintf("%02s", r.Cells["code"]); len(r.Cells) == 1 && len(r.Faults) == 0 && slices.Contains(divisions, division) {
			offs = append(offs, takenOff{division, "code", r})
			continue
		}
		switch {
		case strings.HasPrefix(r.Cells["code"], "="): // told already
		case r.Cells["code"] == "":
			r.Add("code", fault.Required, nil)
		case found == nil || !slices.Contains(divisions, Division(found[1])):
			r.Add("code", BadCode, nil)
		case told[found[1]] > 0:
			r.Add("code", sheet.RowTwice, map[string]any{"row": told[found[1]]})
		default:
			told[found[1]] = r.Number
			first(listed, Division(found[1]), r.Number)
		}
		if len(names) == 0 {
			r.Add("name", fault.Required, nil)
		}
		if len(r.Faults) > 0 {
			bad = append(bad, r)
			continue
		}
		out = append(out, Code{Code: found[1], Digit: found[2], Names: names})
	}
	off, bad = partsOff(offs, listed, bad)
	return out, off, bad, nil
}

// takenOff is a row that takes a part of a list off.
type takenOff struct {
	part, column string
	row          sheet.Row
}

// first keeps the number of the first row that lists a part.
func first(listed map[string]int, part string, row int) {
	if listed[part] == 0 {
		listed[part] = row
	}
}

// partsOff are the parts that are taken off; a row whose part is listed as well joins those in which something is to be corrected.
func partsOff(offs []takenOff, listed map[string]int, bad []sheet.Row) (parts []string, _ []sheet.Row) {
	for _, o := range offs {
		if row := listed[o.part]; row > 0 {
			o.row.Add(o.column, OffAndOn, map[string]any{"row": row})
			bad = append(bad, o.row)
			continue
		}
		parts = append(parts, o.part)
	}
	slices.SortStableFunc(bad, func(a, b sheet.Row) int { return a.Number - b.Number })
	return parts, bad
}

// year is one alone, where a day is asked for.
var year = regexp.MustCompile(`^2[01][0-9]{2}$`)

// ReadHolidays reads a list of days, years of countries that are taken off (a year for the day, without a name; as "KE 2026"), and the
// rows in which something is to be corrected.
func ReadHolidays(data []byte) (days []Day, off []string, bad []sheet.Row, err error) {
	rows, err := lines(Holidays, data)
	if err != nil {
		return nil, nil, nil, err
	}
	type key struct {
		country geo.Code
		day     time.Time
	}
	out, told, listed := make([]Day, 0, len(rows)), map[key]int{}, map[string]int{}
	var offs []takenOff
	for _, r := range rows {
		country, known := countryOf(r.Cells["country"])
		if known && r.Cells["name"] == "" && year.MatchString(r.Cells["day"]) && len(r.Faults) == 0 {
			offs = append(offs, takenOff{string(country) + " " + r.Cells["day"], "day", r})
			continue
		}
		at, dated := dayOf(r.Cells["day"])
		for _, column := range needed[Holidays] {
			if r.Cells[column] == "" {
				r.Add(column, fault.Required, nil)
			}
		}
		if !known && r.Cells["country"] != "" && !strings.HasPrefix(r.Cells["country"], "=") {
			r.Add("country", BadCountry, map[string]any{"value": r.Cells["country"]})
		}
		if !dated && r.Cells["day"] != "" && !strings.HasPrefix(r.Cells["day"], "=") {
			r.Add("day", BadDay, nil)
		}
		if row := told[key{country, at}]; known && dated && row > 0 {
			r.Add("day", sheet.RowTwice, map[string]any{"row": row})
		} else if known && dated {
			told[key{country, at}] = r.Number
			first(listed, string(country)+" "+strconv.Itoa(at.Year()), r.Number)
		}
		if len(r.Faults) > 0 {
			bad = append(bad, r)
			continue
		}
		out = append(out, Day{Country: country, Day: at, Name: r.Cells["name"]})
	}
	off, bad = partsOff(offs, listed, bad)
	return out, off, bad, nil
}

// countryOf knows a country by its two letters or its English name.
func countryOf(text string) (geo.Code, bool) {
	for _, c := range geo.Countries {
		if strings.EqualFold(text, c.ISO2) || strings.EqualFold(text, c.Name) {
			return geo.Code(c.ISO2), true
		}
	}
	return "", false
}

// counted is a day as a worksheet has it.
var counted = regexp.MustCompile(`^[0-9]{5}(\.[0-9]+)?$`)

// dayOf reads a day: as it is written in ISO 8601, or as a worksheet counts it.
func dayOf(text string) (time.Time, bool) {
	at, err := time.Parse(time.DateOnly, text)
	if serial, wrong := strconv.ParseFloat(text, 64); err != nil && wrong == nil && counted.MatchString(text) {
		if at, err = excelize.ExcelDateToTime(serial, false); err == nil {
			at = at.Truncate(24 * time.Hour)
		}
	}
	return at, err == nil && at.Year() >= 2000 && at.Year() <= 2100
}
