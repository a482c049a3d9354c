package sourcing

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// ReadPaste reads lines copied out of a spreadsheet: description, unit and
// quantity; with a number before them; or with number and code. Items without a
// number get the next free ones from next on. A first line whose quantity is no
// number is a heading.
func ReadPaste(text, language string, next int) ([]Item, error) {
	r := csv.NewReader(strings.NewReader(strings.ReplaceAll(text, "\r\n", "\n")))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	var f fault.Fields
	var out []Item
	first := true
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fault.Invalid.Wrap(err, "").At("/text", fault.BadFormat)
		}
		if strings.TrimSpace(strings.Join(cells, "")) == "" {
			continue
		}
		line, _ := r.FieldPos(0) // as the reader of the paste counts, empty ones too
		heading := first
		first = false
		for len(cells) > 3 && strings.TrimSpace(cells[len(cells)-1]) == "" {
			cells = cells[:len(cells)-1] // empty columns to the right
		}
		p := fmt.Sprintf("/items/%d", len(out))
		if len(cells) < 3 || len(cells) > 5 {
			f.Add(p, fault.BadFormat, "expected", "3-5", "line", line)
			continue
		}
		quantity, err := money.ReadTypedQuantity(cells[len(cells)-1], language)
		if err != nil {
			if heading {
				continue
			}
			f.Add(p+"/quantity", fault.BadFormat, "line", line)
		}
		i := Item{Quantity: quantity, Unit: cells[len(cells)-2], Description: cells[len(cells)-3]}
		if len(cells) > 3 {
			i.Number = strings.TrimSpace(cells[0])
		}
		if len(cells) == 5 {
			i.Code = cells[1]
		}
		if i.Number == "" {
			i.Number = strconv.Itoa(next)
			next++
		}
		out = append(out, i)
	}
	if len(out) == 0 && len(f) == 0 {
		f.Add("/text", fault.Required)
	}
	return out, f.Err()
}
