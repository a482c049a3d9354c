package biddingsvc_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// A part of a file is taken at its place and nowhere else, to the last byte that was
// announced; one that has come before is acknowledged and changes nothing. Two files of
// one bid that come at once are each their own.
func TestAPartIsTakenAtItsPlace(t *testing.T) {
	t.Parallel()
	c := sold(t, 0, 2)
	a, question := c.Bidders[0], c.Questions["Licence"].ID
	bid := c.Bid(a, nil, nil)
	begin := func(size int) uuid.UUID {
		t.Helper()
		u, err := c.TryUpload(a, bid, question, "licence.pdf", size)
		c.Must(err)
		return u.ID
	}
	size := int64(len(story.PDF))
	one, two, large := begin(len(story.PDF)), begin(len(story.PDF)), begin(bidding.MaxPart+2)
	for i, x := range []struct {
		upload   uuid.UUID
		at       int64
		part     []byte
		received int64 // below zero: refused
	}{
		{one, 1, story.PDF[1:2], -1},
		{one, 0, nil, -1},
		{one, 0, append(story.PDF[:size:size], 'x'), -1},
		{one, 0, story.PDF[:10], 10},
		{one, 0, story.PDF[:10], 10},
		{one, 9, story.PDF[9:12], 10},
		{one, 11, story.PDF[11:], -1},
		{one, 10, append(story.PDF[10:size:size], 'x'), -1},
		{two, 10, story.PDF[10:], -1},
		{two, 0, story.PDF[:20], 20},
		{one, 10, story.PDF[10:30], 30},
		{large, 0, make([]byte, bidding.MaxPart+1), -1},
		{large, 0, make([]byte, bidding.MaxPart), bidding.MaxPart},
	} {
		u, err := c.TryAppend(a, x.upload, x.at, x.part)
		if x.received < 0 {
			if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != "/offset" || f[0].Code != fault.OutOfRange {
				t.Errorf("part %d: %v", i, err)
			}
			continue
		}
		c.Must(err)
		now, err := c.Bidding.UploadStatus(t.Context(), a, x.upload)
		c.Must(err)
		if u.ID != x.upload || u.Received != x.received || u.Done || now.Received != x.received || now.Size != u.Size {
			t.Errorf("part %d: %+v, and asked again %+v; want %d received", i, u, now, x.received)
		}
	}
	c.SetClock(story.Noon.Add(time.Hour))
	u, err := c.TryAppend(a, one, 30, story.PDF[30:])
	if c.Must(err); !u.Done || u.File.Size != size || !u.File.UploadedAt.Equal(story.Noon.Add(time.Hour)) {
		t.Errorf("%+v", u)
	}
	_, data, err := c.Bidding.ReadFile(t.Context(), a, bid, u.File.ID)
	if c.Must(err); !bytes.Equal(data, story.PDF) {
		t.Errorf("%q is read", data)
	}
	b, err := c.Bidding.Bid(t.Context(), a, bid)
	if c.Must(err); len(b.Files) != 1 || b.Files[0].Name != "licence.pdf" || !b.Files[0].UploadedAt.Equal(story.Noon.Add(time.Hour)) {
		t.Errorf("%+v", b.Files)
	}
	_, err = c.TryAppend(a, one, 0, story.PDF)
	c.Is(err, bidding.FileMissing)
	_, err = c.TryUpload(a, bid, c.Questions["Licensed?"].ID, "licence.pdf", 10)
	if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != "/question_id" {
		t.Errorf("for a question that wants no file: %v", err)
	}
}

// Nothing is submitted while something is missing, and the answer says of all of it
// where it is; a repeat with the same key is the same submission.
func TestWhatIsMissingIsNotSubmitted(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c := story.New(t, 2).Publish(p, story.Terms{
		Fee:       money.New(10, 0),
		Technical: 50,
		Financial: 50,
		Sections: []story.Section{{
			Section: sourcing.Section{Name: "Papers"},
			Questions: []sourcing.Question{
				{Prompt: "Licence", Response: sourcing.FileUpload, MustAnswer: true},
				{Prompt: "Method", Response: sourcing.TextBox, Scored: true, MustAnswer: true, MaxScore: story.Points(5)},
			},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Desk", Unit: "each", Quantity: *story.Points(4)}},
	})
	a, idle := c.Bidders[0], c.Bidders[1]
	c.Pay(a)
	c.Pay(idle)
	missing := func(bid uuid.UUID, want int) {
		t.Helper()
		_, err := c.TrySubmit(a, bid, "submit-"+uuid.NewString())
		c.Is(err, bidding.Incomplete)
		if f := fault.As(err).Fields; len(f) != want {
			t.Errorf("%+v, want %d gaps", f, want)
		}
	}
	bid := c.Bid(a, nil, nil)
	missing(bid, 3)
	c.Bid(a, map[string]string{"Method": "By hand"}, nil)
	missing(bid, 2)
	c.Bid(a, map[string]string{"Licence": "licence.pdf"}, nil)
	missing(bid, 1)
	c.Bid(a, nil, map[string]string{"1": "10"})
	var ids []uuid.UUID
	for i, key := range []string{"one-and-the-same", "one-and-the-same", "another-one-of-mine"} {
		s, err := c.TrySubmit(a, bid, key)
		if c.Must(err); s.Version != int32(i/2+1) {
			t.Errorf("%s is version %d", key, s.Version)
		}
		ids = append(ids, s.ID)
	}
	if ids[0] != ids[1] || ids[1] == ids[2] {
		t.Errorf("%v", ids)
	}
	concerned, err := c.Bidding.Concerned(t.Context(), c.DB, c.ID, uuid.Nil, 10)
	c.Must(err)
	for _, x := range concerned {
		if mine := x.SupplierID == a.Org; len(concerned) != 2 || !x.Paid || x.Began != mine || x.Submitted != mine || x.FeeOrder == "" {
			t.Errorf("%+v", concerned)
		}
	}
}
