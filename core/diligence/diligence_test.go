package diligence_test

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/diligence"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

var (
	opened = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	now    = opened.Add(48 * time.Hour)
)

func at(t time.Time) *time.Time { return &t }

// code is the code of a fault, and of its only field where there is one.
func code(err error) string {
	if err == nil {
		return ""
	}
	f := fault.As(err)
	if len(f.Fields) == 1 {
		return f.Fields[0].Pointer + " " + f.Fields[0].Code
	}
	return f.Def.Code
}

func TestWhereAVisitGoesFromWhere(t *testing.T) {
	t.Parallel()
	from := map[diligence.Status]string{
		"":                  "planned scheduled",
		diligence.Planned:   "planned scheduled",
		diligence.Scheduled: "scheduled conducted",
		diligence.Conducted: "conducted findings",
		diligence.Found:     "scheduled cleared flagged failed",
		diligence.Cleared:   "scheduled cleared flagged failed",
		diligence.Flagged:   "scheduled cleared flagged failed",
		diligence.Failed:    "cleared flagged failed", // nobody is visited again who is out
	}
	if len(from) != len(diligence.Statuses)+1 {
		t.Fatalf("%d statuses of %d", len(from), len(diligence.Statuses)+1)
	}
	for s, want := range from {
		var got []string
		for _, next := range diligence.Statuses {
			is, err := s.To(next)
			if err == nil {
				got = append(got, string(next))
			}
			if wrong := err != nil && (!errors.Is(err, diligence.NotNow) || is != s) || err == nil && is != next; wrong {
				t.Errorf("%q to %q is %q, %v", s, next, is, err)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q goes to %v, not to %s", s, got, want)
		}
	}
}

func TestWhenBiddersAreVisited(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		status     sourcing.Status
		visit, ask *fault.Def
	}{
		{sourcing.Draft, opening.NotOpened, nil},
		{sourcing.Open, opening.NotOpened, nil},
		{sourcing.Opening, opening.NotOpened, nil},
		{sourcing.TechnicalEvaluation, nil, nil},
		{sourcing.FinancialOpened, nil, nil},
		{sourcing.Evaluated, nil, nil},
		{sourcing.Recommended, diligence.Concluded, diligence.Concluded},
		{sourcing.Awarded, diligence.Concluded, diligence.Concluded},
		{sourcing.Cancelled, diligence.Concluded, diligence.Concluded},
	} {
		c := sourcing.Category{Activity: sourcing.Tender, Status: x.status}
		visit, ask := diligence.May(c), diligence.MayAsk(c)
		if visit == nil != (x.visit == nil) || x.visit != nil && !errors.Is(visit, x.visit) {
			t.Errorf("a visit while %s: %v", x.status, visit)
		}
		if ask == nil != (x.ask == nil) || x.ask != nil && !errors.Is(ask, x.ask) {
			t.Errorf("a question while %s: %v", x.status, ask)
		}
	}
	none := sourcing.Category{Activity: sourcing.RFQ, Status: sourcing.Evaluated}
	if err := diligence.May(none); !errors.Is(err, sourcing.NoSuchStep) {
		t.Errorf("a visit of a request for quotation: %v", err)
	}
}

func TestPlansArrivalsAndDecisions(t *testing.T) {
	t.Parallel()
	plan := func(p diligence.Plan) error { _, err := p.Normal(now, opened); return err }
	decide := func(d diligence.Decision) error {
		_, err := d.Normal(time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC))
		return err
	}
	here := &diligence.Position{Latitude: -1.2921, Longitude: 36.8219}
	for name, x := range map[string]struct {
		err  error
		want string
	}{
		"a plan without a date":            {plan(diligence.Plan{}), ""},
		"in an hour":                       {plan(diligence.Plan{At: at(now.Add(time.Hour)), Place: "Godown 7"}), ""},
		"an hour ago":                      {plan(diligence.Plan{At: at(now.Add(-time.Hour)), Place: "Godown 7"}), "/at " + diligence.Past},
		"before the opening":               {plan(diligence.Plan{At: at(opened.Add(-time.Second)), Place: "Godown 7"}), "/at " + diligence.BeforeOpened},
		"in three years":                   {plan(diligence.Plan{At: at(now.AddDate(3, 0, 0)), Place: "Godown 7"}), "/at " + fault.BadDate},
		"nowhere":                          {plan(diligence.Plan{At: at(now.Add(time.Hour)), Place: " "}), "/place " + fault.Required},
		"come without a place":             {diligence.Arrival{At: now}.Check(now, opened), ""},
		"come with consent":                {diligence.Arrival{At: now, Consent: true, Position: here}.Check(now, opened), ""},
		"come without consent":             {diligence.Arrival{At: now, Position: here}.Check(now, opened), "/arrival/position " + diligence.NoConsent},
		"come to nowhere on earth":         {diligence.Arrival{At: now, Consent: true, Position: &diligence.Position{Latitude: 91}}.Check(now, opened), "/arrival/position " + fault.NotAllowed},
		"come before the opening":          {diligence.Arrival{At: opened.Add(-time.Hour)}.Check(now, opened), "/arrival/at " + diligence.BeforeOpened},
		"come the day after tomorrow":      {diligence.Arrival{At: now.Add(48 * time.Hour)}.Check(now, opened), "/arrival/at " + fault.BadDate},
		"cleared":                          {decide(diligence.Decision{Outcome: diligence.Clear}), ""},
		"flagged without a reason":         {decide(diligence.Decision{Outcome: diligence.Flag, Reason: " "}), "/reason " + diligence.ReasonNeeded},
		"failed without a reason":          {decide(diligence.Decision{Outcome: diligence.Fail}), "/reason " + diligence.ReasonNeeded},
		"failed":                           {decide(diligence.Decision{Outcome: diligence.Fail, Reason: "No such yard"}), ""},
		"decided as nothing":               {decide(diligence.Decision{Outcome: "conducted"}), "/outcome " + fault.NotAllowed},
		"what counts until today":          {decide(diligence.Decision{Outcome: diligence.Clear, ExpiresOn: at(time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC))}), "/expires_on " + diligence.Past},
		"what counts until tomorrow":       {decide(diligence.Decision{Outcome: diligence.Clear, ExpiresOn: at(time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC))}), ""},
		"a question without words":         {asked(diligence.Question{Kind: diligence.YesNo}), "/prompt " + fault.Required},
		"a question of no kind":            {asked(diligence.Question{Prompt: "Lorries?", Kind: "file"}), "/kind " + fault.NotAllowed},
		"a number":                         {answer("12.5", diligence.Number), ""},
		"a number of words":                {answer("a dozen", diligence.Number), "/value " + fault.BadFormat},
		"a number that no meter shows":     {answer("1e9", diligence.Number), "/value " + fault.BadFormat},
		"neither yes nor no":               {answer("perhaps", diligence.YesNo), "/value " + fault.NotAllowed},
		"what was typed away":              {answer("", diligence.YesNo), ""},
		"everything answered":              {diligence.Complete([]id{"a"}, func(id) bool { return true }), ""},
		"one question of two not answered": {diligence.Complete([]id{"a", "b"}, func(q id) bool { return q == "a" }), "/b " + fault.Required},
	} {
		if got := code(x.err); got != x.want {
			t.Errorf("%s: %q, not %q", name, got, x.want)
		}
	}
	if err := diligence.Complete([]id{"a"}, func(id) bool { return false }); !errors.Is(err, diligence.Unanswered) {
		t.Errorf("findings without an answer: %v", err)
	}
}

type id string

func (i id) String() string { return string(i) }

func asked(q diligence.Question) error { _, err := q.Normal(); return err }

func answer(value string, k diligence.Kind) error {
	var f fault.Fields
	diligence.Answer{Value: value}.Normal(&f, "", k)
	return f.Err()
}

func TestHowLongAVisitCounts(t *testing.T) {
	t.Parallel()
	last := time.Date(2026, 6, 30, 0, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		s       diligence.Status
		expires *time.Time
		today   time.Time
		want    bool
	}{
		{diligence.Cleared, nil, last, true},
		{diligence.Cleared, &last, last, true},
		{diligence.Cleared, &last, last.AddDate(0, 0, 1), false},
		{diligence.Flagged, &last, last, true},
		{diligence.Found, nil, last, false},
	} {
		if got := diligence.Counts(x.s, x.expires, x.today); got != x.want {
			t.Errorf("%s until %v on %v counts: %v", x.s, x.expires, x.today, got)
		}
	}
}

// shot is a photograph as a camera writes it, with the place beside the picture.
func shot(t *testing.T, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	picture := image.NewGray(image.Rect(0, 0, 8, 8))
	if format == "png" {
		if err := png.Encode(&b, picture); err != nil {
			t.Fatal(err)
		}
		chunk := append([]byte{0, 0, 0, 8}, "eXIfGPS -1.2\x00\x00\x00\x00"...)
		return append(bytes.Clone(b.Bytes()[:33]), append(chunk, b.Bytes()[33:]...)...)
	}
	if err := jpeg.Encode(&b, picture, nil); err != nil {
		t.Fatal(err)
	}
	exif := append([]byte{0xff, 0xe1, 0, 16}, "Exif\x00\x00GPS -1.2"...)
	return append(bytes.Clone(b.Bytes()[:2]), append(exif, b.Bytes()[2:]...)...)
}

func TestAPhotographSaysNothingOfThePlace(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"jpeg", "png"} {
		data := shot(t, format)
		if !bytes.Contains(data, []byte("GPS")) {
			t.Fatalf("%s: nothing to leave out", format)
		}
		clean, media, err := diligence.Photo(data)
		if err != nil || media != "image/"+format || bytes.Contains(clean, []byte("GPS")) {
			t.Fatalf("%s: %s, %v, the place is there: %v", format, media, err, bytes.Contains(clean, []byte("GPS")))
		}
		if _, _, err := image.Decode(bytes.NewReader(clean)); err != nil {
			t.Errorf("%s is no picture any more: %v", format, err)
		}
	}
	for name, x := range map[string]struct {
		data []byte
		want string
	}{
		"a document":     {[]byte("%PDF-1.7"), "/photo " + diligence.NoPhoto},
		"half a picture": {shot(t, "jpeg")[:40], "/photo " + diligence.NoPhoto},
		"nothing":        {nil, "/photo " + diligence.NoPhoto},
		"too much":       {make([]byte, diligence.MaxPhoto+1), "/photo " + diligence.PhotoTooBig},
		"too many points": {
			bytes.Replace(shot(t, "jpeg"), []byte{8, 0, 8, 0, 8, 1}, []byte{8, 0x13, 0x88, 0x13, 0x89, 1}, 1), // 5000 by 5001
			"/photo " + diligence.PhotoTooFine,
		},
	} {
		if _, _, err := diligence.Photo(x.data); code(err) != x.want {
			t.Errorf("%s: %q", name, code(err))
		}
	}
}

// What is read of other people's cameras never falls over, and read again it is the same.
func FuzzPhoto(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x02\xff\xda\x00\x02"))
	f.Fuzz(func(t *testing.T, data []byte) {
		clean, _, err := diligence.Photo(data)
		if err != nil {
			return
		}
		again, _, err := diligence.Photo(clean)
		if err != nil || !bytes.Equal(again, clean) {
			t.Fatalf("read again: %v, the same: %v", err, bytes.Equal(again, clean))
		}
	})
}
