package app_test

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/sourcing"
)

// The documents of a section are taken as an archive while they are read, in the memory of a
// few pieces, however much there is. It runs alone, for it counts what the whole process has.
func TestAnArchiveOfASectionTakesLittleMemory(t *testing.T) {
	const (
		size = 40 << 20
		most = 30_000_000
	)
	p, _ := sourcing.PolicyOf(sourcing.Prequalification)
	c := story.New(t, 1).Publish(p, story.Terms{Sections: []story.Section{{
		Section: sourcing.Section{Name: "Papers"},
		Questions: []sourcing.Question{
			{Prompt: "Drawings", Response: sourcing.FileUpload},
			{Prompt: "Method", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(1)},
		},
	}}})
	a := c.Bidders[0]
	bid := c.Bid(a, map[string]string{"Method": "By hand"}, nil)
	part := make([]byte, bidding.MaxPart)
	for n := range ofPapers {
		u, err := c.TryUpload(a, bid, c.Questions["Drawings"].ID, fmt.Sprintf("drawing-%d.pdf", n), size)
		c.Must(err)
		for at := int64(0); at < size; at += int64(len(part)) {
			clear(part)
			if at == 0 {
				copy(part, story.PDF)
			}
			u, err = c.TryAppend(a, u.ID, at, part)
			c.Must(err)
		}
		if !u.Done {
			t.Fatalf("%+v", u)
		}
	}
	c.Submit(a)
	c.Close()
	c.Open()
	c.Must(c.TryDeclare(c.Officer, evaluationsvc.InterestNone))
	sections, err := c.Evaluation.PaperSections(t.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	if len(sections) != 1 || sections[0].Bytes != size*ofPapers {
		t.Fatalf("%+v", sections)
	}
	part = nil
	debug.FreeOSMemory()
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	before, high := resident(t), int64(0)
	in := evaluationsvc.Papers{Owner: c.Officer.Org, Category: c.ID, Section: sections[0].ID}
	got, err := c.Evaluation.Archive(t.Context(), c.Officer, in, io.Discard, func(int64, int64) error {
		high = max(high, resident(t))
		return nil
	})
	c.Must(err)
	t.Logf("%d files of %d MiB, what is resident grew by %d MiB", got.Files, got.Bytes>>20, (high-before)>>20)
	if got.Bytes != size*ofPapers || got.Missing != 0 || high-before > most {
		t.Errorf("%+v, and what is resident grew by %d MiB", got, (high-before)>>20)
	}
}

// resident is how much of the process is in memory.
func resident(t *testing.T) int64 {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var all, pages int64
	if _, err := fmt.Sscan(string(data), &all, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
