package httpkit

import (
	"reflect"
	"testing"
)

type hidden struct {
	Limit int `query:"limit"`
}

// Shown is the same, exported.
type Shown struct {
	Limit int `query:"limit"`
}

// An input whose embedded part is not exported loses its limits and defaults in
// silence: a list without its limit once fell over at the first row.
func TestAnInputThatIsNotReadIsRefused(t *testing.T) {
	if got := unread(reflect.TypeFor[struct {
		hidden
		Search string `query:"search"`
	}]()); got != "hidden" {
		t.Errorf("found %q", got)
	}
	if got := unread(reflect.TypeFor[struct{ Shown }]()); got != "" {
		t.Errorf("an exported part is refused: %s", got)
	}
}
