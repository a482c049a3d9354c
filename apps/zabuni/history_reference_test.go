package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"zabuni.org/core/sourcing"
)

// brings has staff check a list and take it.
func (h *history) brings(list, file string) (said []string) {
	h.Helper()
	checked := h.sends("staff", "POST", "/reference-lists/"+list+"/check?file_name=list.csv", []byte(file))
	said = append(said, checked)
	if _, stamp, ok := strings.Cut(checked, `"stamp":"`); ok {
		stamp, _, _ = strings.Cut(stamp, `"`)
		said = append(said, h.sends("staff", "POST", "/reference-lists/"+list+"?file_name=list.csv&stamp="+stamp, []byte(file)))
	}
	return said
}

// The operator brings codes and holidays, one file with something to correct and more codes than are told at once: what it and a buyer
// read of them, before and after, is as it was.
func TestWhatIsBroughtIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.RFQ)
	h := newHistory(t, p, "reference")
	var said []string
	stage := func(title string) {
		t.Helper()
		for _, path := range []string{"/reference-lists", "/public-holidays?country=KE&year=2026", "/public-holidays", "/cpv-codes?search=30&language=fr", "/cpv-codes"} {
			said = append(said, h.read("staff", path))
		}
		said = append(said, h.read("officer", "/cpv-codes?search=lap"))
		h.nowOn()
		h.chapter = append(h.chapter, chapter{title: title, looks: said})
		said = nil
	}
	brings := func(list, file string) {
		t.Helper()
		said = append(said, h.brings(list, file)...)
	}
	stage("nothing was brought")
	brings("cpv", "code,en,fr\n30213100-6,Laptops,Ordinateurs portables\n30213300-8,Desktops,\n")
	brings("holidays", "country,day,name\nKE,2026-03-20,Idd\nKE,2026-12-12,Jamhuri\nXX,2026-01-01,Nowhere\n")
	stage("codes, and days with one to correct")
	var codes, days strings.Builder
	for i := range 205 {
		fmt.Fprintf(&codes, "30%06d-%d,Thing %d\n", i, i%10, i)
		fmt.Fprintf(&days, "KE,%d-%02d-%02d,Day %d\n", 2026+i/84, i%84/7+1, i%7+1, i)
	}
	brings("cpv", "code,en\n"+codes.String())
	brings("holidays", "country,day,name\n"+days.String())
	stage("many of both")
	compareKept(t, filepath.Join("testdata", "ends", "reference.gz"), h.told())
	// What can be checked can be taken, also where it is long.
	var long strings.Builder
	for i := range 2500 {
		fmt.Fprintf(&long, "98%06d-0,%s,Thing\n", i, strings.Repeat("x", 1000))
	}
	brings("cpv", "code,bg,en\n"+long.String())
	brings("cpv", "code,en\n98,\n")
	for i, want := range []string{"check?file_name=list.csv: 200", "POST /reference-lists/cpv?", "check?file_name=list.csv: 200", "POST /reference-lists/cpv?"} {
		if !strings.Contains(said[i], want) || !strings.Contains(said[i], ": 20") {
			t.Errorf("a file of %d bytes: %.200s", long.Len(), said[i])
		}
	}
}
