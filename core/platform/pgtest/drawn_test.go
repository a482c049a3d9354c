package pgtest

import (
	"encoding/base64"
	"testing"
)

// What is drawn has no words, with whatever sign it begins; what points into a file has.
func TestWhatIsDrawnIsNoPointer(t *testing.T) {
	for first := range 256 {
		raw := make([]byte, 60)
		for i := range raw {
			raw[i] = byte(first + 37*i)
		}
		if v := base64.StdEncoding.EncodeToString(raw); told(v) != "drawn" {
			t.Errorf("%s is printed as %s", v, told(v))
		}
	}
	for _, pointer := range []string{"/tender/tenderPeriod/startDate", "/releases/0/tender/items/12/unit", "/technical_weight_of_all", "/company/document-templates"} {
		if told(pointer) != pointer {
			t.Errorf("%s is printed as %s", pointer, told(pointer))
		}
	}
}
