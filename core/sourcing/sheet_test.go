package sourcing

import (
	"fmt"
	"strings"
	"testing"

	"zabuni.org/core/kernel/fault"
)

// pasted are the items of a paste as they are read, or where it is at fault.
func pasted(text string) string {
	items, err := ReadPaste(text, "en", 7)
	var out []string
	for _, i := range items {
		out = append(out, fmt.Sprintf("%s %s %s, %s %s", i.Number, i.Code, i.Description, i.Quantity.Short(), i.Unit))
	}
	if err == nil {
		return strings.Join(out, "; ")
	}
	out = nil
	for _, f := range fault.As(err).Fields {
		out = append(out, fmt.Sprintf("%s %s %v", f.Pointer, f.Code, f.Params))
	}
	return strings.Join(out, "; ")
}

// Three columns are description, unit and quantity, a fourth before them is the number
// and a fifth behind it the code. Each line at fault is told as its author counts them.
func TestColumnsOfAPaste(t *testing.T) {
	for text, want := range map[string]string{
		"Pump\teach\t4":                            "7  Pump, 4 each",
		"Pump\teach\t4\nHose\tm\t1":                "7  Pump, 4 each; 8  Hose, 1 m",
		"1.1\tPump\teach\t4":                       "1.1  Pump, 4 each",
		" \tPump\teach\t4\n2\tHose\tm\t1":          "7  Pump, 4 each; 2  Hose, 1 m",
		"1\tP-4\tPump\teach\t4":                    "1 P-4 Pump, 4 each",
		"\tP-4\tPump\teach\t4":                     "7 P-4 Pump, 4 each",
		"Pump\teach\t4\t\t \t":                     "7  Pump, 4 each",
		"Item\tUnit\tQuantity\nPump\teach\t4":      "7  Pump, 4 each",
		"\t\t\nItem\tUnit\tQty\n\t\nPump\teach\t4": "7  Pump, 4 each",
		"Pump\teach":                               "/items/0 field.format map[expected:3-5 line:1]",
		"1\t2\t3\t4\t5\t6":                         "/items/0 field.format map[expected:3-5 line:1]",
		"Pump\teach\t\n":                           "/text field.required map[]",
		"A\tB\tC\nPump\teach\tfour":                "/items/0/quantity field.format map[line:2]",
		"Pump\teach\t4\n\nHose\tm\tlong\nx":        "/items/1/quantity field.format map[line:3]; /items/2 field.format map[expected:3-5 line:4]",
		"x\nA\tB\tC":                               "/items/0 field.format map[expected:3-5 line:1]; /items/0/quantity field.format map[line:2]",
		" \n\t":                                    "/text field.required map[]",
	} {
		if got := pasted(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
