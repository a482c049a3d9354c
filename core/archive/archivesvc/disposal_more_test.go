package archivesvc_test

import (
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
