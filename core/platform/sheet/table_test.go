package sheet_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/platform/sheet"
)

// What other programs write is read as it was written there: in their signs, and apart as they set it apart.
func TestATableOfOthersIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	wide := func(order binary.AppendByteOrder, text string) (out []byte) {
		for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
			out = order.AppendUint16(out, u)
		}
		return out
	}
	book := excelize.NewFile()
	for cell, value := range map[string]any{"A1": "Name", "B1": "Amount", "C1": "Of", "A2": "Café “Moto” €", "B2": 12, "C2": "May"} {
		if err := book.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := book.SetCellFormula("Sheet1", "B2", "6*2"); err != nil {
		t.Fatal(err)
	}
	var workbook bytes.Buffer
	if err := book.Write(&workbook); err != nil {
		t.Fatal(err)
	}
	const want = `[["Name" "Amount" "Of"] ["Café “Moto” €" "12,5" "May"]]`
	for name, x := range map[string]struct {
		data []byte
		want string
	}{
		"semicolons":            {[]byte("Name;Amount;Of\nCafé “Moto” €;12,5;May\n"), want},
		"bars":                  {[]byte("Name|Amount|Of\nCafé “Moto” €|12,5|May\n"), want},
		"tabs":                  {[]byte("Name\tAmount\tOf\r\nCafé “Moto” €\t12,5\tMay\r\n"), want},
		"commas":                {[]byte("Name,Amount,Of\nCafé “Moto” €,\"12,5\",May\n"), want},
		"with a mark":           {[]byte("\ufeffName;Amount;Of\nCafé “Moto” €;12,5;May\n"), want},
		"UTF-16, little-endian": {wide(binary.LittleEndian, "Name\tAmount\tOf\r\nCafé “Moto” €\t12,5\tMay\r\n"), want},
		"UTF-16, big-endian":    {wide(binary.BigEndian, "Name\tAmount\tOf\r\nCafé “Moto” €\t12,5\tMay\r\n"), want},
		"UTF-16, beyond":        {wide(binary.BigEndian, "Name;Note\n𞤀;Ethiopia ኢ\n"), `[["Name" "Note"] ["𞤀" "Ethiopia ኢ"]]`},
		"Windows-1252":          {[]byte("Name;Amount;Of\nCaf\xe9 \x93Moto\x94 \x80;12,5;May\n"), want},
		"Windows-1252, signs":   {[]byte("Name;Note\nN\x92Diaye \x96 \x8cuvre;\xa312 \x85\n"), `[["Name" "Note"] ["N’Diaye – Œuvre" "£12 …"]]`},
		"lines end as on a Mac": {[]byte("Name;Amount;Of\rCafé “Moto” €;12,5;May\r"), want},
		"empty lines are rows":  {[]byte("\n\r\nName;Of\n\nMoto;May\n"), `[[] [] ["Name" "Of"] [] ["Moto" "May"]]`},
		"a cell of two lines":   {[]byte("Name;Of\n\"Mo\n\nto\";May\n\nX;Y\n"), `[["Name" "Of"] ["Mo\n\nto" "May"] [] ["X" "Y"]]`},
		"many empty lines":      {[]byte("Name;Of\n" + strings.Repeat("\n;\n", 9) + strings.Repeat("\n", 10) + "X;Y\n"), `[["Name" "Of"]` + strings.Repeat(` [] ["" ""]`, 9) + strings.Repeat(" []", 10) + ` ["X" "Y"]]`},
		"a workbook computes":   {workbook.Bytes(), `[["Name" "Amount" "Of"] ["Café “Moto” €" "=12" "May"]]`},
	} {
		rows, err := sheet.Table(x.data, sheet.Bounds{Bytes: 1 << 20, Lines: 10, Columns: 5, Cell: 100, Unreadable: sheet.Problem, Large: sheet.Large, Empty: sheet.Problem})
		if got := fmt.Sprintf("%q", rows); err != nil || got != x.want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, x.want)
		}
	}
}

// Windows' own signs are those of its table (the best fit of Windows-1252 in Unicode's mappings); five places have none.
func TestSignsOfWindows(t *testing.T) {
	t.Parallel()
	want := map[byte]rune{0x80: 0x20ac, 0x82: 0x201a, 0x83: 0x0192, 0x84: 0x201e, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021, 0x88: 0x02c6, 0x89: 0x2030, 0x8a: 0x0160, 0x8b: 0x2039, 0x8c: 0x0152,
		0x8e: 0x017d, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201c, 0x94: 0x201d, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02dc, 0x99: 0x2122, 0x9a: 0x0161, 0x9b: 0x203a, 0x9c: 0x0153,
		0x9e: 0x017e, 0x9f: 0x0178, 0xa0: 0xa0, 0xe9: 'é', 'A': 'A'}
	for b, r := range want {
		if got := sheet.Latin([]byte{b}); got != string(r) {
			t.Errorf("%#x is %q, want %q", b, got, r)
		}
	}
}
