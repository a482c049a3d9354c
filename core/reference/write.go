package reference

import (
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// columns are those of the workbook in which a list is written; [ReadCodes] and [ReadHolidays] read it again.
var columns = map[List][]string{Codes: {"code", "en", "fr", "pt", "sw", "am"}, Holidays: {"country", "day", "name"}}

// WriteCodes writes codes as a workbook.
func WriteCodes(codes []Code) ([]byte, error) {
	rows := make([][]string, len(codes))
	for i, c := range codes {
		rows[i] = []string{c.Code + "-" + c.Digit}
		for _, language := range columns[Codes][1:] {
			rows[i] = append(rows[i], c.Names[language])
		}
	}
	return write(Codes, rows)
}

// WriteHolidays writes days as a workbook.
func WriteHolidays(days []Day) ([]byte, error) {
	rows := make([][]string, len(days))
	for i, d := range days {
		rows[i] = []string{string(d.Country), d.Day.Format(time.DateOnly), d.Name}
	}
	return write(Holidays, rows)
}

func write(list List, rows [][]string) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	name := strings.ToUpper(string(list))
	if err := f.SetSheetName("Sheet1", name); err != nil {
		return nil, err
	}
	text, err := f.NewStyle(&excelize.Style{NumFmt: 49}) // text, so that no program makes a number of a code or a date of a day
	if err != nil {
		return nil, err
	}
	out, err := f.NewStreamWriter(name)
	if err != nil {
		return nil, err
	}
	if err := out.SetColWidth(1, 1, 14); err != nil {
		return nil, err
	}
	if err := out.SetColWidth(2, len(columns[list]), 40); err != nil {
		return nil, err
	}
	for i, cells := range append([][]string{columns[list]}, rows...) {
		line := make([]any, len(cells))
		for n, c := range cells {
			if i == 0 {
				c = strings.ToUpper(c)
			}
			line[n] = excelize.Cell{StyleID: text, Value: c}
		}
		at, err := excelize.CoordinatesToCellName(1, i+1)
		if err != nil {
			return nil, err
		}
		if err := out.SetRow(at, line); err != nil {
			return nil, err
		}
	}
	if err := out.Flush(); err != nil {
		return nil, err
	}
	buffer, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}
