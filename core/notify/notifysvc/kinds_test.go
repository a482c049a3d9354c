package notifysvc

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/platform/pg"
)

var update = flag.Bool("update", false, "write the list of kinds for the web")

const kindsFile = "../../../packages/i18n/src/notice-kinds.json"

// The web's test asks for a sentence of each kind in this file.
func TestTheWebKnowsEveryKind(t *testing.T) {
	raw, err := json.MarshalIndent(Kinds, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	raw = append(raw, '\n')
	if *update {
		if err := os.WriteFile(kindsFile, raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(kindsFile)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(kept, raw) {
		t.Fatalf("%s is not the list of kinds: run with -update and write their sentences", kindsFile)
	}
}

// What is not in the list has no sentence, and is not told.
func TestAnUnknownKindIsNotTold(t *testing.T) {
	err := (&Service{}).Tell(t.Context(), pg.Tx{}, uuid.Nil, News{Kind: "no.such.kind"})
	if err == nil {
		t.Fatal("told")
	}
}
