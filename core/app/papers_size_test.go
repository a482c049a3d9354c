package app_test

import (
	"fmt"
	"io"
	"runtime/debug"
	"runtime/metrics"
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
		size, files = 40 << 20, 4
		most        = 30 << 20
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
	for n := range files {
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
	if len(sections) != 1 || sections[0].Bytes != size*files {
		t.Fatalf("%+v", sections)
	}
	part = nil
	debug.FreeOSMemory()
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	live := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	high, low := uint64(0), ^uint64(0)
	in := evaluationsvc.Papers{Owner: c.Officer.Org, Category: c.ID, Section: sections[0].ID}
	got, err := c.Evaluation.Archive(t.Context(), c.Officer, in, io.Discard, func(int64, int64) error {
		metrics.Read(live)
		high, low = max(high, live[0].Value.Uint64()), min(low, live[0].Value.Uint64())
		return nil
	})
	c.Must(err)
	t.Logf("%d files of %d MiB, memory grew by %d MiB", got.Files, got.Bytes>>20, (high-low)>>20)
	if got.Bytes != size*files || got.Missing != 0 || high-low > most {
		t.Errorf("%+v, and memory grew by %d MiB", got, (high-low)>>20)
	}
}
