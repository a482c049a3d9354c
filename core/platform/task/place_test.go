package task

import (
	"testing"

	"github.com/google/uuid"
)

func TestAPlaceIsWrittenAsTheWebReadsIt(t *testing.T) {
	id := uuid.MustParse("01900000-0000-7000-8000-000000000001")
	for want, p := range map[string]Place{
		"":                               {},
		"tender/list":                    {Of: "tender", Slot: "list"},
		"rfq/details?job=" + id.String(): {Of: "rfq", Slot: "details", Job: id},
		"tender/questions?category=" + id.String() + "&section=" + id.String(): {Of: "tender", Slot: "questions", Category: id, Section: id},
	} {
		if got := p.String(); got != want {
			t.Errorf("%+v is %q, not %q", p, got, want)
		}
	}
}
