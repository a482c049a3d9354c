package reference_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/reference"
)

// Codes are read as people write them; a division that there is not is a slip of the pen.
func TestCPV(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"30213100-6": "30213100 6", " CPV:30213100-6 ": "30213100 6", "cpv 30213100": "30213100 ", "03000000": "03000000 ",
		"30213100-": "", "3021310": "", "302131000": "", "99000000": "", "00000000": "", "01000000-1": "", "computers": "", "": "",
	} {
		code, digit, ok := reference.CPV(text)
		if ok != (want != "") || ok && code+" "+digit != want {
			t.Errorf("%q: %q, %q, %v; want %q", text, code, digit, ok, want)
		}
	}
	if n := len(reference.Divisions()); n != 45 {
		t.Errorf("%d divisions; the regulation has 45", n)
	}
}

// What a code is held against, where there is a list of its division, and where there is none.
func TestAVocabularyTellsAMistypedCode(t *testing.T) {
	t.Parallel()
	v := reference.Vocabulary{Digits: map[string]string{"30213100": "6"}, Brought: map[string]bool{"30": true}}
	for _, c := range []struct{ text, had, want string }{
		{"30213100-6", "", ""}, {"30213100", "", ""}, {"CPV:30213100-6", "", ""},
		{"30213100-5", "", reference.OtherDigit}, {"30213100-5", "30213100", reference.OtherDigit},
		{"30213101", "", reference.UnknownCode}, {"30213101-4", "30213100", reference.UnknownCode}, {"30213101", "30213101", ""},
		{"39110000-9", "", ""}, {"nonsense", "", ""},
	} {
		if code, _ := v.Wrong(c.text, c.had); code != c.want {
			t.Errorf("%q after %q: %q, want %q", c.text, c.had, code, c.want)
		}
		var f fault.Fields
		v.Note(&f, "/classification", c.text, c.had)
		if (len(f) == 1) != (c.want != "") || len(f) == 1 && (f[0].Code != c.want || f[0].Pointer != "/classification" || f[0].Params["code"] == nil) {
			t.Errorf("%q after %q: %+v", c.text, c.had, f)
		}
	}
	if _, params := v.Wrong("30213100-5", ""); params["expected"] != "6" {
		t.Errorf("%v", params)
	}
}

func faults(rows []sheet.Row) (out []string) {
	for _, r := range rows {
		for _, f := range r.Faults {
			out = append(out, fmt.Sprintf("%d %s %s", r.Number, f.Column, f.Code))
		}
	}
	return out
}

// A column is known by each of the names that it may have, in any case.
func TestAColumnIsKnownByItsNames(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]string{"code,name": "en", "CPV,Description": "en", "Cpv,EN": "en", "CODE,am": "am", "code,Fr": "fr", "code,pt": "pt", "code,SW": "sw"} {
		codes, _, bad, err := reference.ReadCodes([]byte(head + "\n03000000-1,Farm\n"))
		if err != nil || len(bad) > 0 || len(codes) != 1 || codes[0].Names[want] != "Farm" {
			t.Errorf("%s: %+v, %v, %v", head, codes, faults(bad), err)
		}
	}
	for _, head := range []string{"country,day,name", "COUNTRY,DATE,HOLIDAY", "Country,Day,Description"} {
		for _, country := range []string{"KE", "ke", "Kenya", "KENYA", "kenya"} {
			days, _, bad, err := reference.ReadHolidays([]byte(head + "\n" + country + ",2026-03-20,Idd\n"))
			if err != nil || len(bad) > 0 || len(days) != 1 || days[0].Country != "KE" || days[0].Name != "Idd" {
				t.Errorf("%s of %s: %+v, %v, %v", head, country, days, faults(bad), err)
			}
		}
	}
}

// A publisher's table as it comes: a title above, columns of languages that nobody here reads, apart by any sign.
func TestCodesOfAFile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file  string
		codes []string
		off   []string
		bad   []string
		err   *fault.Def
	}{
		"a table of the publisher": {file: "Common Procurement Vocabulary\n\nCODE,BG,EN,FR\n03000000-1,Продукти,Agricultural products,Produits agricoles\n\n03100000-2,x,Crops,\n",
			codes: []string{"03000000 1 map[en:Agricultural products fr:Produits agricoles]", "03100000 2 map[en:Crops]"}},
		"with semicolons and a mark": {file: "\ufeffcode;name\n03000000-1;\"Farm; and fish\"\n", codes: []string{"03000000 1 map[en:Farm; and fish]"}},
		"only another language":      {file: "CODE\tPT\n03000000-1\tProdutos\n", codes: []string{"03000000 1 map[pt:Produtos]"}},
		"what is to be corrected": {file: "code,en\n03000000-1,Farm\n03000000-1,Farm again\n0310000-2,Short\n03100000,No digit\n99000000-1,No division\n03110000-5,\n,Nameless\n" + "03120000-8," + strings.Repeat("x", 401) + "\n",
			codes: []string{"03000000 1 map[en:Farm]"},
			bad: []string{"3 code upload.row_twice", "4 code reference.bad_code", "5 code reference.bad_code", "6 code reference.bad_code", "7 name field.required", "8 code field.required",
				"9 en field.too_long"}},
		"computed":                       {file: "code,en\n=A1,Farm\n", bad: []string{"2 code upload.is_formula"}},
		"with commas in its names":       {file: "CODE;EN\r\n03000000-1;Farm, fish, forest, and what is alike\r\n09000000-3;Fuel\r\n", codes: []string{"03000000 1 map[en:Farm, fish, forest, and what is alike]", "09000000 3 map[en:Fuel]"}},
		"a division off":                 {file: "code,en\n03,\n09000000-3,Fuel\n", codes: []string{"09000000 3 map[en:Fuel]"}, off: []string{"03"}},
		"a division off, as a number":    {file: "code,en\n3,\n", off: []string{"03"}},
		"a division off, and listed":     {file: "code,en\n09,\n03000000-1,Farm\n03,\n03100000-2,\n", codes: []string{"03000000 1 map[en:Farm]"}, off: []string{"09"}, bad: []string{"4 code reference.off_and_on", "5 name field.required"}},
		"as long as a name may be":       {file: "code,am\n03000000-1," + strings.Repeat("ግ", 400) + "\n03100000-2," + strings.Repeat("ግ", 401) + "\n", codes: []string{"03000000 1 map[am:" + strings.Repeat("ግ", 400) + "]"}, bad: []string{"3 am field.too_long"}},
		"twice, with another digit":      {file: "code,en\n03000000-1,Farm\n03000000-2,Farm\n", codes: []string{"03000000 1 map[en:Farm]"}, bad: []string{"3 code upload.row_twice"}},
		"two columns of a language":      {file: "code,en,description\n03000000-1,Farm,Of many kinds\n", codes: []string{"03000000 1 map[en:Farm]"}},
		"a column a language":            {file: "CODE,BG,CS,DA,DE,EL,EN,ES,ET,FI,FR,GA,HR,HU,IT,LT,LV,MT,NL,PL,PT,RO,SK,SL,SV\n03000000-1,,,,,,Farm\n", codes: []string{"03000000 1 map[en:Farm]"}},
		"below a long title":             {file: strings.Repeat("Codes, names, and what they mean. ", 9) + "\n\ncode;en\n03000000-1;Farm, fish\n09000000-3;Fuel\n", codes: []string{"03000000 1 map[en:Farm, fish]", "09000000 3 map[en:Fuel]"}},
		"again, of what is wrong":        {file: "code,en\n03000000-1,\n03000000-1,Farm\n", bad: []string{"2 name field.required", "3 code upload.row_twice"}},
		"a cell of two lines":            {file: "code,bg,en\n03000000-1,\"a\nb\",Farm\n0310,x,Short\n", codes: []string{"03000000 1 map[en:Farm]"}, bad: []string{"3 code reference.bad_code"}},
		"a name that turns around":       {file: "code,en\n03000000-1,Farm\u202egnip\n03100000-2,\u200b\n", bad: []string{"2 en field.text", "3 name field.required"}},
		"no division off":                {file: "code,en\n99,\n03,Farm\n", bad: []string{"2 code reference.bad_code", "2 name field.required", "3 code reference.bad_code"}},
		"a quotation mark nobody closes": {file: "code,en\n03000000-1,Farm\n09000000-3,\"Fuel\n09100000-0,Fuels\n", codes: []string{"03000000 1 map[en:Farm]"}, bad: []string{"3 en field.text"}},
		"as many as may be":              {file: "code,en\n" + strings.Repeat("03000000-1,Farm\n", 20_001), err: reference.TooLarge},
		"no names":                       {file: "code\n03000000-1\n", bad: []string{"2 name field.required"}},
		"no head":                        {file: "03000000-1,Farm\n", err: reference.NoHead},
		"a head alone":                   {file: "code,en\n", err: reference.Empty},
		"nothing":                        {file: "", err: reference.Empty},
		"no table":                       {file: "\x00\x01\x02", err: reference.Unreadable},
		"no workbook":                    {file: "PK\x03\x04 and more", err: reference.Unreadable},
		"too many rows":                  {file: "code,en\n" + strings.Repeat("03000000-1,Farm\n", 20_200), err: reference.TooLarge},
		"too long":                       {file: strings.Repeat("x", reference.MaxBytes+1), err: reference.TooLarge},
	} {
		codes, off, bad, err := reference.ReadCodes([]byte(c.file))
		if c.err != nil {
			if fault.As(err).Code != c.err.Code {
				t.Errorf("%s: %v, want %s", name, err, c.err.Code)
			}
			continue
		}
		var got []string
		for _, x := range codes {
			got = append(got, fmt.Sprint(x.Code, " ", x.Digit, " ", x.Names))
		}
		if err != nil || !slices.Equal(got, c.codes) || !slices.Equal(off, c.off) || !slices.Equal(faults(bad), c.bad) {
			t.Errorf("%s: %q, %q, %q, %v", name, got, off, faults(bad), err)
		}
	}
}

func TestHolidaysOfAFile(t *testing.T) {
	t.Parallel()
	days, off, bad, err := reference.ReadHolidays([]byte("Country,Date,Holiday\nKE,2026-03-20,Idd-ul-Fitr\nKenya,2026-05-27,Idd-ul-Adha\ntz,2026-03-20,Eid\n" +
		"KE,2026-03-20,Again\nFR,2026-07-14,Bastille\nKE,31/12/2026,Late\nKE,1999-01-01,Early\n,2026-01-01,Nowhere\nKE,,Some day\nKE,2026-08-01,\nUganda,2029,\nUG,2029,Named\nXX,2029,\nKE,45_000,Counted\nKE,2026,\nTZ,2027,\n"))
	var got []string
	for _, d := range days {
		got = append(got, fmt.Sprint(d.Country, d.Day.Format(" 2006-01-02 "), d.Name))
	}
	if want := []string{"KE 2026-03-20 Idd-ul-Fitr", "KE 2026-05-27 Idd-ul-Adha", "TZ 2026-03-20 Eid"}; err != nil || !slices.Equal(got, want) || !slices.Equal(off, []string{"UG 2029", "TZ 2027"}) {
		t.Errorf("%q, %q, %v", got, off, err)
	}
	if want := []string{"5 day upload.row_twice", "6 country reference.bad_country", "7 day reference.bad_day", "8 day reference.bad_day", "9 country field.required", "10 day field.required", "11 name field.required",
		"13 day reference.bad_day", "14 name field.required", "14 country reference.bad_country", "14 day reference.bad_day", "15 day reference.bad_day", "16 day reference.off_and_on"}; !slices.Equal(faults(bad), want) {
		t.Errorf("%q", faults(bad))
	}
	// A worksheet's own date is one, whatever it looks like.
	f := excelize.NewFile()
	defer f.Close()
	for at, v := range map[string]any{"A1": "COUNTRY", "B1": "DAY", "C1": "NAME", "A2": "KE", "B2": time.Date(2026, 3, 20, 8, 30, 0, 0, time.UTC), "C2": "Idd-ul-Fitr", "A3": "KE", "B3": "2026-03-20", "C3": "The same"} {
		if err := f.SetCellValue("Sheet1", at, v); err != nil {
			t.Fatal(err)
		}
	}
	book, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	days, _, bad, err = reference.ReadHolidays(book.Bytes())
	if err != nil || !slices.Equal(faults(bad), []string{"3 day upload.row_twice"}) || len(days) != 1 || !days[0].Day.Equal(time.Date(2026, 3, 20, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%v, %v, %v", days, faults(bad), err)
	}
	// One that counts its days from 1904 is refused: they would be read as of four years before.
	early := true
	if err := f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &early}); err != nil {
		t.Fatal(err)
	}
	if book, err = f.WriteToBuffer(); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err = reference.ReadHolidays(book.Bytes()); fault.As(err).Code != sheet.Of1904.Code {
		t.Error(err)
	}
}

// asText fails where a program in which a workbook is opened could make a number of a code, or a date of a day.
func asText(t *rapid.T, book []byte) {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(book))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, cell := range []string{"A2", "B2"} {
		id, err := f.GetCellStyle(f.GetSheetName(0), cell)
		if err != nil {
			t.Fatal(err)
		}
		if style, err := f.GetStyle(id); err != nil || style.NumFmt != 49 {
			t.Fatalf("%s is no text: %+v, %v", cell, style, err)
		}
	}
}

// What is written is read again, whatever it says.
func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	t.Parallel()
	text := rapid.StringMatching(`[A-Za-zÀ-ÿሀ-ሃ'(),;"-][A-Za-zÀ-ÿሀ-ሃ '(),;"-]{0,30}[a-z]`)
	rapid.Check(t, func(t *rapid.T) {
		seen := map[string]bool{}
		var codes []reference.Code
		var days []reference.Day
		for range rapid.IntRange(1, 5).Draw(t, "entries") {
			code := rapid.SampledFrom(reference.Divisions()).Draw(t, "division") + fmt.Sprintf("%06d", rapid.IntRange(0, 999_999).Draw(t, "rest"))
			at := time.Date(rapid.IntRange(2000, 2100).Draw(t, "year"), time.Month(rapid.IntRange(1, 12).Draw(t, "month")), rapid.IntRange(1, 28).Draw(t, "day"), 0, 0, 0, 0, time.UTC)
			country := rapid.SampledFrom(geo.Countries).Draw(t, "country").ISO2
			if !seen[code] {
				names := map[string]string{rapid.SampledFrom([]string{"en", "am", "fr", "pt", "sw"}).Draw(t, "language"): text.Draw(t, "name")}
				codes = append(codes, reference.Code{Code: code, Digit: fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "digit")), Names: names})
			}
			if key := country + at.String(); !seen[key] {
				days = append(days, reference.Day{Country: geo.Code(country), Day: at, Name: text.Draw(t, "name")})
				seen[key] = true
			}
			seen[code] = true
		}
		book, err := reference.WriteCodes(codes)
		if err != nil {
			t.Fatal(err)
		}
		asText(t, book)
		again, _, bad, err := reference.ReadCodes(book)
		if diff := cmp.Diff(codes, again); diff != "" || err != nil || len(bad) > 0 {
			t.Fatalf("%s %v %v", diff, faults(bad), err)
		}
		if book, err = reference.WriteHolidays(days); err != nil {
			t.Fatal(err)
		}
		asText(t, book)
		same, _, bad, err := reference.ReadHolidays(book)
		if diff := cmp.Diff(days, same); diff != "" || err != nil || len(bad) > 0 {
			t.Fatalf("%s %v %v", diff, faults(bad), err)
		}
	})
}

// A code is called as the reader has it, else in English, else as somebody has it.
func TestTheNameOfACode(t *testing.T) {
	t.Parallel()
	c := reference.Code{Names: map[string]string{"en": "Farm", "fr": "Ferme"}}
	if c.Name("fr") != "Ferme" || c.Name("sw") != "Farm" || (reference.Code{Names: map[string]string{"pt": "Quinta"}}).Name("am") != "Quinta" {
		t.Error(c.Name("fr"), c.Name("sw"))
	}
}
