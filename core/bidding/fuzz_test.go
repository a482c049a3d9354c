package bidding

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
)

// An answer that is taken is kept in a form that is taken again as it is.
func FuzzAnswer(f *testing.F) {
	types := []string{Text, Textbox, Selection, Checkboxes, Boolean, TrueFalse, YesNo, FileUpload, Number}
	option := uuid.MustParse("01936b1e-0000-7000-8000-000000000001")
	for i, s := range []string{" text ", "\u00a0", option.String(), `["` + option.String() + `"]`, "true", "false", "yes", "a.pdf", "0012.50", "[]", "null", "{" + option.String() + "}"} {
		f.Add(s, uint8(i))
	}
	f.Fuzz(func(t *testing.T, value string, n uint8) {
		q := Question{Type: types[int(n)%len(types)], Options: []uuid.UUID{option}}
		var faults fault.Fields
		kept, answered := q.Check(&faults, "/value", value)
		if len(faults) > 0 || !answered {
			return
		}
		again, answered := q.Check(&faults, "/value", kept)
		if again != kept || !answered || len(faults) > 0 {
			t.Fatalf("%s %q is kept as %q, and that as %q (%v, %v)", q.Type, value, kept, again, answered, faults)
		}
	})
}
