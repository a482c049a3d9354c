package archivesvc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/platform/verify"
	"zabuni.org/core/sourcing"
)

// terms are those of a tender that asks for a file and marks an answer.
var terms = story.Terms{
	PassMark:  50,
	Technical: 70,
	Financial: 30,
	Sections: []story.Section{{
		Section: sourcing.Section{Name: "Experience"},
		Questions: []sourcing.Question{
			{Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: story.Points(10)},
			{Prompt: "Licence", Response: sourcing.FileUpload, MustAnswer: true},
		},
	}},
	Items: []sourcing.Item{{Number: "1", Description: "Pump", Unit: "each", Quantity: *story.Points(4)}},
}

// world is an archive with its keepers.
type world struct {
	*story.World
	one, two access.Actor
	drafting []access.Actor // who begin a bid for each tender and never hand it in
	made     int
}

func newWorld(t *testing.T) *world {
	w := &world{World: story.New(t, 2)}
	w.one, w.two = w.Person("operator", access.Operator, uuid.Nil), w.Person("operator", access.Operator, uuid.Nil)
	return w
}

// old is a tender in the archive whose bids were opened, with letters and an attachment.
func (w *world) old(shared []byte) *story.Category {
	w.Helper()
	mine := terms
	w.made++
	mine.Job.Code = fmt.Sprintf("OLD/%d", w.made)
	w.Must(w.DB.QueryRow(w.Context(), "SELECT zabuni.clock()").Scan(&mine.Opens))
	mine.Closes = mine.Opens.Add(48 * time.Hour)
	c := w.Publish(sourcing.Job{Activity: sourcing.Tender}.Policy(), mine)
	for i, a := range w.Bidders {
		c.Bid(a, map[string]string{"Method": "By hand", "Licence": fmt.Sprintf("licence-%d.pdf", i)}, map[string]string{"1": "5"})
		c.Submit(a)
	}
	for _, a := range w.drafting {
		c.Bid(a, map[string]string{"Method": "By machine", "Licence": "licence.pdf"}, map[string]string{"1": "4"})
	}
	c.Close()
	for c.Sealed() {
		c.Open()
		c.Judge(story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "0"}, story.Mark{Bidder: w.Bidders[1], Prompt: "Method", Value: "0"})
	}
	w.Must(c.TryRecommend(w.Officer, nil, "Nobody meets the criteria"))
	_, err := c.TryAward(w.Second, "en", "k-"+c.ID.String())
	w.Must(err)
	w.attach(c, shared)
	w.React() // letters are printed
	w.Must(w.Archive.Enter(w.Context(), w.one, c.Job))
	return c
}

// attach puts a paper beside a category, as its author would have.
func (w *world) attach(c *story.Category, data []byte) (d documentsvc.Document) {
	w.Helper()
	w.Must(pg.InTx(w.Context(), w.DB, func(tx pg.Tx) (err error) {
		entry := journal.Entry{Action: "test.attached", Object: "category", ObjectID: c.ID, Owner: w.Officer.Org}
		if _, err := journal.Record(w.Context(), tx, w.Officer, entry); err != nil {
			return err
		}
		if d, err = w.Documents.Save(w.Context(), tx, w.Officer, w.Officer.Org, "attachment", "drawing.pdf", "application/pdf", data); err != nil {
			return err
		}
		_, err = tx.Exec(w.Context(), `INSERT INTO attachment (id, category_id, buyer_id, document_id, name, size, sha256, position, added_by, added_at)
			VALUES (gen_random_uuid(), $1, $2, $3, 'drawing.pdf', $4, $5, 1, $6, zabuni.clock())`, c.ID, w.Officer.Org, d.ID, len(data), d.SHA256, w.Officer.User)
		return err
	}))
	return d
}

// years moves the clock beyond all years.
func (w *world) years() {
	w.Helper()
	pgtest.Advance(w.T, w.DB, (archive.Years*366+60)*24*time.Hour)
	for _, a := range []*access.Actor{&w.one, &w.two} {
		w.Must(w.DB.QueryRow(w.Context(), "SELECT zabuni.clock()").Scan(&a.Confirmed))
	}
}

// decided has one propose and the other decide.
func (w *world) decided(job uuid.UUID) archivesvc.Fate {
	w.Helper()
	f, err := w.Archive.Fate(w.Context(), w.one, job)
	w.Must(err)
	w.Must(w.Archive.ProposeDisposal(w.Context(), w.one, job, "Seven years are over", f.Going.Sum[:]))
	w.Must(w.Archive.DecideDisposal(w.Context(), w.two, job, archivesvc.Verdict{Destroy: true, Seen: f.Going.Sum[:]}))
	return f
}

func (w *world) verified() verify.Report {
	w.Helper()
	_, err := w.Sequencer.Once(w.Context())
	w.Must(err)
	r, err := verify.All(w.Context(), pgtest.As(w.T, w.DB, ""), w.Notary.Verifier, w.Files)
	w.Must(err)
	for _, d := range r.Differences {
		if !strings.HasPrefix(d, "function zabuni.clock()") { // the test has moved it
			w.Errorf("differs: %s", d)
		}
	}
	return r
}

func (w *world) stands(job uuid.UUID) archive.Disposing {
	w.Helper()
	f, err := w.Archive.Fate(w.Context(), w.one, job)
	w.Must(err)
	if f.Disposal == nil {
		return ""
	}
	return archive.Disposing(f.Disposal.Status)
}

func (w *world) there(key string) bool {
	w.Helper()
	_, err := w.Files.Stat(w.Context(), key)
	if err != nil && !errors.Is(err, document.Missing) {
		w.Fatal(err)
	}
	return err == nil
}

func (w *world) count(sql string, args ...any) (n int) {
	w.Helper()
	w.Must(pgtest.As(w.T, w.DB, "").QueryRow(w.Context(), sql, args...).Scan(&n))
	return n
}

// What was kept of a job is destroyed after its years, by two people, and nothing else is.
func TestWhatWasKeptIsDestroyed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := w.Context()
	drawing := append([]byte("%PDF-1.7 of both jobs "), story.PDF...)
	c, other := w.old(drawing), w.old(drawing)
	f, err := w.Archive.Fate(ctx, w.one, c.Job)
	w.Must(err)
	if f.Due || f.Going.Files != 5 || f.Going.Letters != 2 || f.Going.Bids != 2 || f.Going.Bytes == 0 {
		t.Fatalf("%+v", f)
	}
	sum := f.Going.Sum[:]
	propose := func(a access.Actor, seen []byte) error {
		return w.Archive.ProposeDisposal(ctx, a, c.Job, "Seven years are over", seen)
	}
	decide := func(a access.Actor, seen []byte) error {
		return w.Archive.DecideDisposal(ctx, a, c.Job, archivesvc.Verdict{Destroy: true, Seen: seen})
	}
	w.Is(propose(w.one, sum), archive.NotDue)
	w.years()
	w.Is(decide(w.two, sum), archive.NotProposed)
	w.Is(propose(w.one, make([]byte, 32)), archive.OtherList)
	w.Must(propose(w.one, sum))
	w.Is(propose(w.two, sum), archive.Proposed)
	w.Is(decide(w.one, sum), archive.OwnProposal)
	w.Is(decide(w.two, make([]byte, 32)), archive.OtherList)
	stale := w.two
	stale.Confirmed = time.Time{}
	w.Is(decide(stale, sum), fault.StepUp)
	if n, err := w.Archive.DisposeDue(ctx); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	_, _, err = w.Archive.Certificate(ctx, w.Officer, w.Officer.Org, c.Job)
	w.Is(err, archive.NoCertificate)
	w.Must(decide(w.two, sum))
	if n, err := w.Archive.DisposeDue(ctx); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	shared := 0
	for _, o := range f.Going.List {
		switch there := w.there(o.StoreKey); {
		case there && o.Name == "drawing.pdf":
			shared++
		case there:
			t.Errorf("%s %s is still in the store", o.Kind, o.ID)
		}
	}
	if shared != 1 {
		t.Error("the drawing that another job has as well is gone")
	}
	g, err := w.Archive.Fate(ctx, w.one, other.Job)
	w.Must(err)
	for _, o := range g.Going.List {
		if !w.there(o.StoreKey) {
			t.Errorf("%s %s of the other job is gone", o.Kind, o.ID)
		}
	}
	for what, sql := range map[string]string{
		"keys of the category": "SELECT count(*) FROM category_key WHERE category_id = $1 AND wrapped <> ''",
		"keys of drafts":       "SELECT count(*) FROM participation WHERE category_id = $1 AND draft_key <> ''",
		"sealed envelopes":     "SELECT count(*) FROM sealed_envelope e JOIN submission s ON s.id = e.submission_id WHERE s.category_id = $1 AND e.sealed IS NOT NULL",
		"keys of files":        "SELECT count(*) FROM opened_file f JOIN submission s ON s.id = f.submission_id WHERE s.category_id = $1 AND f.file_key <> ''",
		"answers":              "SELECT count(*) FROM opened_answer f JOIN submission s ON s.id = f.submission_id WHERE s.category_id = $1",
		"letters":              "SELECT count(*) FROM letter WHERE category_id = $1 AND body <> ''",
	} {
		if n := w.count(sql, c.ID); n != 0 {
			t.Errorf("%d %s are left", n, what)
		}
		if n := w.count(sql, other.ID); n == 0 {
			t.Errorf("no %s are left of the other job", what)
		}
	}
	r := w.verified()
	if r.Disposed != 5 || r.Disposals != 1 {
		t.Errorf("verify counts %d files and %d certificates", r.Disposed, r.Disposals)
	}
	name, data, err := w.Archive.Certificate(ctx, w.Officer, w.Officer.Org, c.Job)
	w.Must(err)
	cert, err := seal.ReadCertificate(data)
	w.Must(err)
	said, err := w.Notary.Certificate(cert)
	w.Must(err)
	if said.Files != 5 || said.Shared != 1 || said.Bids != 2 || said.Letters != 2 || said.Job != c.Job || said.Proposed.ID != w.one.User || said.Decided.ID != w.two.User || !strings.HasSuffix(name, ".json") {
		t.Errorf("%s says %+v", name, said)
	}
	cert.List = strings.Replace(cert.List, "bid ", "bad ", 1)
	if _, err := w.Notary.Certificate(cert); err == nil {
		t.Error("another list is taken for the one that was signed")
	}
	// There is no way back, and nothing to take.
	w.Is(w.Archive.Hold(ctx, w.one, c.Job, "Too late"), archive.Disposed)
	w.Is(propose(w.one, sum), archive.Disposed)
	_, err = w.Archive.AdmitBundle(ctx, w.Officer, archivesvc.AskedBundle{Owner: w.Officer.Org, Job: c.Job})
	w.Is(err, archive.Disposed)
	// When the last that names the drawing goes, its bytes go too.
	w.decided(other.Job)
	if n, err := w.Archive.DisposeDue(ctx); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	for _, o := range g.Going.List {
		if w.there(o.StoreKey) {
			t.Errorf("%s %s of the other job is still in the store", o.Kind, o.ID)
		}
	}
	w.verified()
}

// A hold keeps a job beyond its years, and stops what was proposed or decided.
func TestAHoldStopsADisposal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := w.Context()
	c := w.old(story.PDF)
	w.years()
	f := w.decided(c.Job)
	w.Must(w.Archive.Hold(ctx, w.one, c.Job, "A court asks"))
	held, err := w.Archive.Fate(ctx, w.one, c.Job)
	w.Must(err)
	if d := held.Disposal; archive.Disposing(d.Status) != archive.DisposalStopped || d.Said != "A court asks" {
		t.Errorf("it is %s because %q", d.Status, d.Said)
	}
	if n, err := w.Archive.DisposeDue(ctx); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	w.Is(w.Archive.ProposeDisposal(ctx, w.one, c.Job, "All the same", f.Going.Sum[:]), archive.Held)
	w.Must(w.Archive.Release(ctx, w.two, c.Job, "It has decided"))
	w.Must(w.Archive.ProposeDisposal(ctx, w.one, c.Job, "It has decided", f.Going.Sum[:]))
	w.Must(w.Archive.DecideDisposal(ctx, w.one, c.Job, archivesvc.Verdict{Reason: "On second thoughts"}))
	if s := w.stands(c.Job); s != archive.DisposalRefused {
		t.Errorf("it is %s", s)
	}
	for _, o := range f.Going.List {
		if !w.there(o.StoreKey) {
			t.Errorf("%s %s is gone", o.Kind, o.ID)
		}
	}
	w.verified()
}

// Wherever it is killed, nothing was done yet or all of it is done after the next round;
// the certificate never comes before the deed.
func TestADisposalIsKilledAtEachStep(t *testing.T) {
	t.Parallel()
	killed := errors.New("killed")
	for _, point := range []string{"beginning", "begun", "emptying", "emptied", "destroyed", "certifying", "certified"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			c := w.old(story.PDF)
			w.years()
			f := w.decided(c.Job)
			left := 1
			w.Archive.Kill(func(p string) error {
				if p == point && left > 0 {
					left--
					return killed
				}
				return nil
			})
			if _, err := w.Archive.DisposeDue(w.Context()); !errors.Is(err, killed) {
				t.Fatalf("it went on: %v", err)
			}
			here := 0
			for _, o := range f.Going.List {
				if w.there(o.StoreKey) {
					here++
				}
			}
			certified := w.stands(c.Job) == archive.DisposalDone
			if certified != (point == "certified") || certified && here > 0 || (point == "beginning" || point == "begun") && here < len(f.Going.List) {
				t.Errorf("it is %s with %d of %d files", w.stands(c.Job), here, len(f.Going.List))
			}
			w.verified()
			_, err := w.Archive.DisposeDue(w.Context())
			w.Must(err)
			if s := w.stands(c.Job); s != archive.DisposalDone {
				t.Errorf("it is %s", s)
			}
			for _, o := range f.Going.List {
				if w.there(o.StoreKey) {
					t.Errorf("%s %s is still in the store", o.Kind, o.ID)
				}
			}
			if r := w.verified(); r.Disposals != 1 {
				t.Errorf("%d certificates", r.Disposals)
			}
		})
	}
}
