package sheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/fault"
)

// broken is an archive that only looks like a workbook.
func broken(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"[Content_Types].xml", "xl/workbook.xml"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte("<none")); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// One supplier who sends forty workbooks at once takes no more memory than four.
func TestWorkbooksWaitTheirTurn(t *testing.T) {
	old := patience
	patience = 10 * time.Millisecond
	t.Cleanup(func() { patience = old })
	var b bytes.Buffer
	if err := excelize.NewFile().Write(&b); err != nil {
		t.Fatal(err)
	}
	open := func(data []byte) (func(), error) {
		_, shut, err := Open(data, MaxBytes, Problem, Large)
		return shut, err
	}
	var shut []func()
	for range readers {
		s, err := open(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		shut = append(shut, s)
	}
	if _, err := open(b.Bytes()); !errors.Is(err, fault.Unavailable) {
		t.Fatalf("a fifth is read beside four: %v", err)
	}
	shut[0]()
	for range readers + 1 { // one that cannot be read leaves its place as well
		if _, err := open(broken(t)); !errors.Is(err, Problem) {
			t.Fatalf("an archive with a sheet that is none: %v", err)
		}
	}
	s, err := open(b.Bytes())
	if err != nil {
		t.Fatalf("a place is free: %v", err)
	}
	s()
	for _, s := range shut[1:] {
		s()
	}
}
