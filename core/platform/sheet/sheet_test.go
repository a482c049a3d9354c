package sheet_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/sheet"
)

var form = sheet.Form{Sheet: "BUYERS", Columns: []sheet.Column{{Key: "name", Width: 20}, {Key: "phone", Width: 20}}}

func write(t *testing.T, language string, rows ...sheet.Row) []byte {
	t.Helper()
	data, err := sheet.Write(form, language, rows)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestWhatIsWrittenIsReadInAnyLanguage(t *testing.T) {
	for _, language := range []string{"en", "am", "fr", "pt", "sw", "xx"} {
		data := write(t, language, sheet.Row{Cells: map[string]string{"name": "=1+1", "phone": "0701234567"}},
			sheet.Row{Cells: map[string]string{"name": "ውሃ"}, Faults: []sheet.Fault{{Column: "phone", Code: fault.Required}}})
		rows, err := sheet.Read(data, form)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 2 || rows[0].Number != 3 || rows[0].Cells["name"] != "=1+1" || rows[0].Cells["phone"] != "0701234567" || rows[1].Cells["name"] != "ውሃ" {
			t.Fatalf("%s: %+v", language, rows)
		}
		f, err := excelize.OpenReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := f.GetCellValue("BUYERS", "C2"); got != "ERROR" {
			t.Errorf("%s: heading %q", language, got)
		}
		want := sheet.Say(language)("column.phone", nil) + ": " + sheet.Say(language)(fault.Required, nil)
		if got, _ := f.GetCellValue("BUYERS", "C4"); got != want || !strings.Contains(got, ": ") {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
		if got, _ := f.GetCellFormula("BUYERS", "A3"); got != "" {
			t.Errorf("a text computes %q", got)
		}
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	other := excelize.NewFile()
	var plain, foreign bytes.Buffer
	if err := other.Write(&plain); err != nil {
		t.Fatal(err)
	}
	if err := other.SetSheetName("Sheet1", "BUYERS"); err != nil {
		t.Fatal(err)
	}
	if err := other.SetCellValue("BUYERS", "A1", "Name"); err != nil {
		t.Fatal(err)
	}
	if err := other.Write(&foreign); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"text": []byte("name,phone\n"), "empty": nil, "no such sheet": plain.Bytes(), "other headings": foreign.Bytes()} {
		if _, err := sheet.Read(data, form); !errors.Is(err, sheet.Problem) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := sheet.Read(make([]byte, sheet.MaxBytes+1), form); !errors.Is(err, sheet.Large) {
		t.Error(err)
	}
	rows := make([]sheet.Row, sheet.MaxRows+1)
	for i := range rows {
		rows[i].Cells = map[string]string{"name": "x"}
	}
	if _, err := sheet.Read(write(t, "en", rows...), form); !errors.Is(err, sheet.Large) {
		t.Error(err)
	}
	for name, ok := range map[string]bool{"a.xlsx": true, "a.XLSX": true, "a.xls": false, "a": false, "../a.xlsx": false} {
		if err := sheet.CheckName(name, plain.Bytes()); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The workbook says what the screen says, word for word.
func TestSentencesAreTheScreens(t *testing.T) {
	for _, language := range []string{"en", "am", "fr", "pt", "sw"} {
		var screen, own map[string]string
		for path, into := range map[string]*map[string]string{"../../../packages/i18n/src/locales/" + language + "/errors.json": &screen, "locales/" + language + ".json": &own} {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(raw, into); err != nil {
				t.Fatal(err)
			}
		}
		for code, text := range own {
			if !strings.HasPrefix(code, "column.") && screen[code] != text {
				t.Errorf("%s in %s: %q, the screen says %q", code, language, text, screen[code])
			}
		}
		for _, code := range []string{sheet.RowTwice, sheet.HeldBack, sheet.RowsDiffer, sheet.NotYesNo, sheet.NoNumber, sheet.NoSuchCode, fault.Required, fault.TooLong, fault.BadFormat, fault.NotAllowed} {
			if own[code] == "" {
				t.Errorf("%s has no sentence for %s", language, code)
			}
		}
	}
	if got := sheet.Say("en")(sheet.RowTwice, map[string]any{"row": 7}); !strings.Contains(got, "7") || strings.Contains(got, "{{") {
		t.Error(got)
	}
}
