//go:build data

package reference_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"zabuni.org/core/reference"
)

// The list as another platform publishes it, from the folder that ZABUNI_DATA names: every code of the regulation is read, and each
// division has some; what that platform has added for what it cannot classify is told.
func TestThePublishedListIsRead(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(os.Getenv("ZABUNI_DATA"), "prozorro-standards", "classifiers", "cpv_en.json"))
	if err != nil {
		t.Fatal(err)
	}
	var names map[string]string
	if err := json.Unmarshal(raw, &names); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w := csv.NewWriter(&file)
	rows := [][]string{{"CODE", "EN"}}
	for code, name := range names {
		rows = append(rows, []string{code, name})
	}
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	codes, _, bad, err := reference.ReadCodes(file.Bytes())
	if err != nil || len(bad) != 1 || bad[0].Cells["code"] != "99999999-9" || len(codes) != len(names)-1 || len(codes) < 9_000 {
		t.Fatalf("%d of %d, %q, %v", len(codes), len(names), faults(bad), err)
	}
	divisions := map[string]bool{}
	for _, c := range codes {
		divisions[reference.Division(c.Code)] = true
	}
	if len(divisions) != len(reference.Divisions()) {
		t.Errorf("%d divisions", len(divisions))
	}
}
