package archivesvc_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
)

// An amendment is found by what it amends: its file and its text go with those of the contract of the award.
func TestAmendmentsAreDestroyedWithTheirContract(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := w.Context()
	c := w.old([]byte("%PDF-1.7 of this job"))
	paper := w.attach(c, []byte("%PDF-1.7 amendment"))
	base, amends := uuid.New(), uuid.New()
	these := strings.NewReplacer(":base", quoted(base), ":amends", quoted(amends), ":file", quoted(paper.ID), ":who", quoted(w.Officer.User), ":category", quoted(c.ID), ":supplier", quoted(w.Bidders[0].Org))
	for _, sql := range []string{
		"DELETE FROM attachment WHERE document_id = :file",
		`INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends)
		 SELECT gen_random_uuid(), id, job_id, buyer_id, currency, :who, zabuni.clock(), zabuni.clock() FROM category c WHERE id = :category
		 AND NOT EXISTS (SELECT FROM award a WHERE a.category_id = c.id)`,
		`INSERT INTO contract (id, buyer_id, supplier_id, award_id, number, title, currency, value, status, no_signature_before, created_at, created_by)
		 SELECT :base, buyer_id, :supplier, id, 'K/1', 'Pumps', currency, 9000, 'completed', decided_at, decided_at, :who FROM award WHERE category_id = :category`,
		`INSERT INTO contract SELECT (jsonb_populate_record(k, jsonb_build_object('id', :amends, 'award_id', null, 'number', 'K/1/A1', 'origin', 'amendment', 'status', 'effective'))).*
		 FROM contract k WHERE id = :base`,
		`INSERT INTO contract_amendment (contract_id, buyer_id, amends_id, number, ground, value_was, effective_at)
		 SELECT :amends, buyer_id, id, 1, 'volume', value, zabuni.clock() FROM contract WHERE id = :base`,
		`INSERT INTO contract_file (document_id, buyer_id, insertions, deletions, comments, created_at) SELECT :file, buyer_id, 0, 0, 0, created_at FROM contract WHERE id = :base`,
		`INSERT INTO contract_version (contract_id, number, buyer_id, body, file_id, content, sum, reason, created_by, created_at)
		 SELECT :amends, 1, buyer_id, 'More pumps', :file, 'More pumps', '', '', :who, created_at FROM contract WHERE id = :base`,
		`INSERT INTO contract_comment (id, contract_id, buyer_id, supplier_id, version, block_id, side, body, created_by, created_at)
		 SELECT gen_random_uuid(), :amends, buyer_id, supplier_id, 1, '', 'buyer', 'Too few', :who, created_at FROM contract WHERE id = :base`,
	} {
		_, err := pgtest.Do(ctx, w.DB, these.Replace(sql))
		w.Must(err)
	}
	w.years()
	f := w.decided(c.Job)
	if n, err := w.Archive.DisposeDue(ctx); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	listed := false
	for _, o := range f.Going.List {
		listed = listed || o.ID == paper.ID
		if w.there(o.StoreKey) {
			t.Errorf("%s %s is still in the store", o.Kind, o.ID)
		}
	}
	if left := w.count("SELECT count(*) FROM contract_version WHERE contract_id = $1 AND body || content <> ''", amends) +
		w.count("SELECT count(*) FROM contract_comment WHERE contract_id = $1 AND body <> ''", amends); !listed || left != 0 {
		t.Errorf("the amendment's file is listed: %v; %d texts are left", listed, left)
	}
	w.verified()
}

func quoted(id uuid.UUID) string { return "'" + id.String() + "'::uuid" }

// What was destroyed is read by nobody any more, also where its bytes stay because others have the same; those others read theirs.
func TestWhatIsDestroyedIsNotReadThroughTheBytesOfOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := w.Context()
	drawing := []byte("%PDF-1.7 of both jobs")
	c, other := w.old(drawing), w.old(drawing)
	of := func(category uuid.UUID) (id uuid.UUID) {
		w.Must(w.DB.QueryRow(ctx, "SELECT document_id FROM attachment WHERE category_id = $1", category).Scan(&id))
		return id
	}
	w.years()
	w.decided(c.Job)
	if n, err := w.Archive.DisposeDue(ctx); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	_, err := w.Documents.Read(ctx, w.Officer.Org, of(c.ID))
	w.Is(err, document.Missing)
	_, err = w.Documents.Open(ctx, w.Officer.Org, of(c.ID))
	w.Is(err, document.Missing)
	_, err = w.Documents.Attached(ctx, of(c.ID))
	w.Is(err, document.Missing)
	got, err := w.Documents.Read(ctx, w.Officer.Org, of(other.ID))
	w.Must(err)
	if string(got.Bytes) != string(drawing) {
		t.Error("the other job reads another drawing")
	}
	// Its bidders are told that it is gone, and their buyer where it stands.
	own, err := w.Archive.OwnPapers(ctx, w.Bidders[0], c.ID)
	w.Must(err)
	kept, err := w.Archive.OwnPapers(ctx, w.Bidders[0], other.ID)
	w.Must(err)
	if !own.Destroyed || kept.Destroyed {
		t.Errorf("destroyed: %v, and the other: %v", own.Destroyed, kept.Destroyed)
	}
	p, err := w.Archive.Papers(ctx, w.Officer, w.Officer.Org, c.ID, w.Bidders[0].Org)
	w.Must(err)
	if archive.Disposing(p.Job.Destruction) != archive.DisposalDone {
		t.Errorf("the buyer reads of it as %q", p.Job.Destruction)
	}
	// The certificate is for its buyer and who keeps the archive.
	stranger := w.Person("buyer", access.Buyer, uuid.Nil)
	for _, a := range []access.Actor{stranger, w.Bidders[0]} {
		_, _, err = w.Archive.Certificate(ctx, a, w.Officer.Org, c.Job)
		w.Is(err, fault.Forbidden)
	}
	_, _, err = w.Archive.Certificate(ctx, stranger, stranger.Org, c.Job)
	w.Is(err, archive.NotFound)
}

// A job is due on the day that it is kept until, where it is; a list that changed is proposed again, and what others have is not part of it.
func TestWhatIsDueAndWhatGoes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := w.Context()
	c := w.old([]byte("%PDF-1.7 of this job"))
	var midnight time.Time // of the day, where the job is
	w.Must(w.DB.QueryRow(ctx, "SELECT x.keep_until::timestamp AT TIME ZONE j.timezone FROM archived_job x JOIN job j ON j.id = x.job_id WHERE j.id = $1", c.Job).Scan(&midnight))
	due := func() bool {
		t.Helper()
		f, err := w.Archive.Fate(ctx, w.one, c.Job)
		w.Must(err)
		return f.Due
	}
	w.SetClock(midnight.Add(-time.Second))
	if due() {
		t.Error("it is due a second before its day")
	}
	w.SetClock(midnight)
	if !due() {
		t.Error("it is not due on its day")
	}
	w.one.Confirmed, w.two.Confirmed = midnight, midnight

	w.Is(w.Archive.DecideDisposal(ctx, w.two, c.Job, archivesvc.Verdict{Reason: " "}), fault.Invalid)
	f, err := w.Archive.Fate(ctx, w.one, c.Job)
	w.Must(err)
	w.Must(w.Archive.ProposeDisposal(ctx, w.one, c.Job, "Seven years are over", f.Going.Sum[:]))
	w.Is(w.Archive.DecideDisposal(ctx, w.two, c.Job, archivesvc.Verdict{}), fault.Invalid)
	w.attach(c, []byte("%PDF-1.7 found later"))
	now, err := w.Archive.Fate(ctx, w.two, c.Job)
	w.Must(err)
	// Who decides has read the list of today, and the other proposed that of before.
	w.Is(w.Archive.DecideDisposal(ctx, w.two, c.Job, archivesvc.Verdict{Destroy: true, Seen: now.Going.Sum[:]}), archive.OtherList)
	w.Must(w.Archive.DecideDisposal(ctx, w.two, c.Job, archivesvc.Verdict{Reason: "The list is another"}))

	// A paper of the company's own stays, though the job has it too; then what was decided is not what would go.
	w.decided(c.Job)
	_, err = pgtest.Do(ctx, w.DB, `INSERT INTO company_document (id, company_id, kind, version, document_id, author, created_at)
		SELECT gen_random_uuid(), buyer_id, 'registration', 99, document_id, 'Officer', zabuni.clock() FROM attachment WHERE category_id = $1 ORDER BY id LIMIT 1`, c.ID)
	w.Must(err)
	if n, err := w.Archive.DisposeDue(ctx); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	last, err := w.Archive.Fate(ctx, w.one, c.Job)
	w.Must(err)
	if archive.Disposing(last.Disposal.Status) != archive.DisposalStopped || last.Disposal.Said != "" || last.Going.Files != now.Going.Files-1 {
		t.Errorf("it is %s because %q, with %d files of %d", last.Disposal.Status, last.Disposal.Said, last.Going.Files, now.Going.Files)
	}
	for _, o := range now.Going.List {
		if !w.there(o.StoreKey) {
			t.Errorf("%s %s is gone", o.Kind, o.ID)
		}
	}
}

// certified is what the certificate of a job says.
func (w *world) certified(job uuid.UUID) seal.Disposal {
	w.Helper()
	_, data, err := w.Archive.Certificate(w.Context(), w.Officer, w.Officer.Org, job)
	w.Must(err)
	cert, err := seal.ReadCertificate(data)
	w.Must(err)
	said, err := w.Notary.Certificate(cert)
	w.Must(err)
	return said
}

// A certificate says how much went, whose bids, and when each of them had their part in it. Who only began a bid had none, though
// what they had begun goes as well.
func TestWhatACertificateCountsAndWhen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := w.Context()
	w.drafting = []access.Actor{w.Person("supplier", access.Supplier, uuid.Nil)}
	c := w.old([]byte("%PDF-1.7 of this job"))
	if n := w.count("SELECT count(*) FROM participation WHERE category_id = $1", c.ID); n != 3 {
		t.Fatalf("%d take part", n)
	}
	w.years()
	var proposed time.Time
	w.Must(w.DB.QueryRow(ctx, "SELECT zabuni.clock()").Scan(&proposed))
	decided, gone := proposed.Add(time.Hour), proposed.Add(26*time.Hour)
	w.two.Confirmed = decided
	f, err := w.Archive.Fate(ctx, w.one, c.Job)
	w.Must(err)
	bytes := int64(0)
	for _, o := range f.Going.List {
		bytes += o.Size
	}
	if len(f.Going.List) < 5 || f.Going.Files != int64(len(f.Going.List)) || f.Going.Bids != 2 || f.Going.Bytes != bytes {
		t.Errorf("%d files of %d, of %d bytes, wanted %d, and %d bids", f.Going.Files, len(f.Going.List), f.Going.Bytes, bytes, f.Going.Bids)
	}
	w.Must(w.Archive.ProposeDisposal(ctx, w.one, c.Job, "Seven years are over", f.Going.Sum[:]))
	w.SetClock(decided)
	w.Must(w.Archive.DecideDisposal(ctx, w.two, c.Job, archivesvc.Verdict{Destroy: true, Seen: f.Going.Sum[:]}))
	w.SetClock(gone)
	if n, err := w.Archive.DisposeDue(ctx); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	now, err := w.Archive.Fate(ctx, w.one, c.Job)
	w.Must(err)
	if d := now.Disposal; d.Bids != 2 || d.Bytes != bytes || d.Files != f.Going.Files {
		t.Errorf("it is kept that %d files of %d bytes went, and %d bids", d.Files, d.Bytes, d.Bids)
	}
	said := w.certified(c.Job)
	if said.Bids != 2 || said.Bytes != bytes || said.Files != f.Going.Files {
		t.Errorf("it says %d files of %d bytes, wanted %d, and %d bids", said.Files, said.Bytes, bytes, said.Bids)
	}
	for what, x := range map[string][2]time.Time{
		"proposed":  {said.Proposed.At, proposed},
		"decided":   {said.Decided.At, decided},
		"destroyed": {said.Destroyed, gone},
	} {
		if !x[0].Equal(x[1]) {
			t.Errorf("it says %s at %s, wanted %s", what, x[0], x[1])
		}
	}
	// Nothing is left of what was only begun.
	if n := w.count("SELECT count(*) FROM participation WHERE category_id = $1 AND draft_key <> ''", c.ID); n != 0 {
		t.Errorf("%d keys of drafts are left", n)
	}
	w.verified()
}

// Two programs may have one job in hand. What the other has ended is ended: it is certified once, with what stayed, and whoever comes
// second goes on with what is behind it.
func TestTwoProgramsDestroyAtOnce(t *testing.T) {
	t.Parallel()
	killed := errors.New("killed")
	w := newWorld(t)
	ctx := w.Context()
	drawing := []byte("%PDF-1.7 of two jobs")
	c, behind := w.old(drawing), w.old([]byte("%PDF-1.7 behind it"))
	w.old(drawing) // which is kept
	w.years()
	w.decided(c.Job)
	pgtest.Advance(t, w.DB, time.Minute)
	w.decided(behind.Job)
	step, others := 0, false
	w.Archive.Kill(func(at string) error {
		switch {
		case others && at == "beginning":
			return killed // at the second job, once it has done the first
		case others || at != "destroyed":
			return nil
		}
		if step++; step != 2 {
			return nil
		}
		others = true
		defer func() { others = false }()
		if n, err := w.Archive.DisposeDue(ctx); n != 1 || !errors.Is(err, killed) {
			t.Errorf("the other ends %d: %v", n, err)
		}
		return nil
	})
	if n, err := w.Archive.DisposeDue(ctx); n != 1 || err != nil {
		t.Errorf("it ends %d: %v", n, err)
	}
	w.Archive.Kill(nil)
	for _, job := range []uuid.UUID{c.Job, behind.Job} {
		if n := w.count("SELECT count(*) FROM audit_entry WHERE action = $1 AND object_id = $2", archivesvc.DisposalEnded, job); n != 1 || w.stands(job) != archive.DisposalDone {
			t.Errorf("%s has ended %d times", w.stands(job), n)
		}
	}
	if said := w.certified(c.Job); said.Shared != 1 {
		t.Errorf("%d files are said to stay, that of the third job does", said.Shared)
	}
	if r := w.verified(); r.Disposals != 2 {
		t.Errorf("%d certificates", r.Disposals)
	}
}

// What others have is what they have when it is signed: a file that stayed for another job, which a second program has destroyed
// meanwhile, is gone, and no certificate says that it is while its bytes are there.
func TestWhatStayedMayGoBeforeItIsSigned(t *testing.T) {
	t.Parallel()
	killed := errors.New("killed")
	for what, dies := range map[string]int{ // having begun with so many jobs
		"the other is being destroyed": 1,
		"the other is gone":            2,
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ctx := w.Context()
			drawing := []byte("%PDF-1.7 of both jobs")
			c, other := w.old(drawing), w.old(drawing)
			var key string
			w.Must(w.DB.QueryRow(ctx, "SELECT d.store_key FROM attachment t JOIN document d ON d.id = t.document_id WHERE t.category_id = $1", c.ID).Scan(&key))
			w.years()
			f := w.decided(c.Job)
			step, others, begun := 0, false, 0
			w.Archive.Kill(func(at string) error {
				switch {
				case others && at == "begun":
					if begun++; begun == dies {
						return killed
					}
					return nil
				case others || at != "destroyed":
					return nil
				}
				if step++; step != len(f.Going.List) {
					return nil
				}
				// The second was decided earlier, and is known only now.
				w.decided(other.Job)
				_, err := pgtest.Do(ctx, w.DB, "UPDATE disposal SET decided_at = decided_at - interval '1 minute' WHERE job_id = $1", other.Job)
				w.Must(err)
				others = true
				defer func() { others = false }()
				if _, err := w.Archive.DisposeDue(ctx); !errors.Is(err, killed) {
					t.Errorf("the other went on: %v", err)
				}
				return nil
			})
			if n, err := w.Archive.DisposeDue(ctx); n != 0 || err != nil {
				t.Errorf("it ends %d before the drawing has gone: %v", n, err)
			}
			if s := w.stands(c.Job); s == archive.DisposalDone && w.there(key) {
				t.Error("it is signed that the drawing is gone, and it is there")
			}
			w.Archive.Kill(nil)
			_, err := w.Archive.DisposeDue(ctx)
			w.Must(err)
			for _, job := range []uuid.UUID{c.Job, other.Job} {
				if said := w.certified(job); said.Shared != 0 {
					t.Errorf("%d files are said to stay", said.Shared)
				}
			}
			if w.there(key) {
				t.Error("the drawing is in the store")
			}
			if r := w.verified(); r.Disposals != 2 {
				t.Errorf("%d certificates", r.Disposals)
			}
		})
	}
}

// Bytes that somebody else has sent while a job is being destroyed are theirs: they stay, and the certificate says so.
func TestWhatComesMeanwhileStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	drawing := []byte("%PDF-1.7 of both jobs")
	c, other := w.old(drawing), w.old([]byte("%PDF-1.7 of the other"))
	w.years()
	f, step := w.decided(c.Job), 0
	var theirs uuid.UUID
	w.Archive.Kill(func(at string) error {
		if at != "destroyed" {
			return nil
		}
		if step++; step == len(f.Going.List) {
			theirs = w.attach(other, drawing).ID
		}
		return nil
	})
	if n, err := w.Archive.DisposeDue(w.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if said := w.certified(c.Job); said.Shared != 1 || !w.reads(theirs) {
		t.Errorf("%d files are said to stay; the other reads its own: %v", said.Shared, w.reads(theirs))
	}
	w.verified()
}

// What stayed for another job is there until that one is destroyed to its end: an inspection in between finds no fault with it.
func TestWhatStayedIsInspectedWhileTheOtherGoes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	drawing := []byte("%PDF-1.7 of both jobs")
	c, other := w.old(drawing), w.old(drawing)
	w.years()
	w.destroyed(c)
	w.verified()
	w.decided(other.Job)
	killed := errors.New("killed")
	w.Archive.Kill(func(at string) error {
		if at == "begun" {
			return killed
		}
		return nil
	})
	if _, err := w.Archive.DisposeDue(w.Context()); !errors.Is(err, killed) {
		t.Fatalf("it went on: %v", err)
	}
	w.verified()
	w.Archive.Kill(nil)
	if n, err := w.Archive.DisposeDue(w.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	w.verified()
}
