package archivesvc_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// naming is how the rows of a job come to name a document; those before it in papers stand there already.
type naming struct {
	what   string
	rows   []string
	shared bool // a use case may let a second job name the same document
}

const deal = "(SELECT k.id FROM contract k JOIN award a ON a.id = k.award_id WHERE a.category_id = :category)"

// papers are all that a job may name, in the tables that know a document.
var papers = []naming{
	{what: "letter", rows: []string{`INSERT INTO letter SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'reference', t.reference || 'B', 'kind', 'custom', 'document_id', :file))).*
		FROM letter t WHERE t.category_id = :category ORDER BY t.id LIMIT 1`}},
	{what: "job_document", shared: true, rows: []string{`INSERT INTO job_document (id, job_id, buyer_id, title, document_id, added_at) SELECT gen_random_uuid(), id, buyer_id, 'Plan', :file, created_at FROM job WHERE id = :job`}},
	{what: "attachment", shared: true, rows: []string{`INSERT INTO attachment (id, category_id, buyer_id, document_id, name, size, sha256, position, added_by, added_at)
		SELECT gen_random_uuid(), :category, :buyer, :file, 'drawing.pdf', size, sha256, 2, :who, created_at FROM document WHERE id = :file`}},
	{what: "asset_photo", shared: true, rows: []string{`INSERT INTO asset_photo (id, item_id, category_id, buyer_id, document_id, name, size, position, added_by, added_at)
		SELECT gen_random_uuid(), i.id, :category, :buyer, d.id, 'pump.jpg', d.size, 1, :who, d.created_at FROM item i, document d WHERE i.category_id = :category AND d.id = :file`}},
	{what: "visit_photo", rows: []string{
		`INSERT INTO visit (submission_id, category_id, buyer_id, supplier_id, status, version) SELECT id, category_id, buyer_id, supplier_id, 'planned', 1 FROM submission WHERE category_id = :category AND supplier_id = :supplier`,
		`INSERT INTO visit_photo (id, submission_id, question_id, buyer_id, supplier_id, document_id, name, size, taken_by, stored_at)
		 SELECT gen_random_uuid(), v.submission_id, gen_random_uuid(), v.buyer_id, v.supplier_id, d.id, 'yard.jpg', d.size, :who, d.created_at FROM visit v, document d WHERE v.category_id = :category AND d.id = :file`}},
	{what: "auction_event", rows: []string{
		`INSERT INTO auction (category_id, buyer_id, best_price, currency, visibility, show_bidders, step_amount, reference, jump_percent, starts_at, ends_at, hard_end, window_seconds, extend_seconds,
			extend_from, extend_on, trigger_rank, max_extensions, status, last_at)
		 SELECT id, buyer_id, 'lowest', currency, 'rank', false, 1, 'leader', 50, closes_at, closes_at + interval '1 hour', closes_at + interval '2 hours', 60, 60, 'receipt', 'any', 1, 0, 'closed', closes_at FROM category WHERE id = :category`,
		`INSERT INTO auction_event (category_id, seq, buyer_id, kind, supplier_id, amount, at, ends_after, extensions, reason, by_id, key, paper_id)
		 SELECT category_id, 1, buyer_id, 'bid_surrogate', :supplier, 5, ends_at, ends_at, 0, 'By telephone', :who, '', :file FROM auction WHERE category_id = :category`}},
	{what: "evaluation_report", rows: []string{`INSERT INTO evaluation_report (id, category_id, buyer_id, number, language, result_sum, paper_id, paper_sum, begun_by, begun_at)
		SELECT gen_random_uuid(), :category, :buyer, 1, 'en', '', id, sha256, :who, created_at FROM document WHERE id = :file`}},
	{what: "evaluation_signer", rows: []string{`INSERT INTO evaluation_signer (report_id, account_id, buyer_id, name, company, shown, paper_id, sum, certificate, proved_at, stamped_at, signed_at, entry)
		SELECT id, :who, buyer_id, 'Officer', 'Buyer', '', :file, '', '', begun_at, begun_at, begun_at, 1 FROM evaluation_report WHERE category_id = :category`}},
	{what: "contract_version", shared: true, rows: []string{
		`INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends)
		 SELECT gen_random_uuid(), id, job_id, buyer_id, currency, :who, zabuni.clock(), zabuni.clock() FROM category c WHERE id = :category AND NOT EXISTS (SELECT FROM award a WHERE a.category_id = c.id)`,
		`INSERT INTO contract (id, buyer_id, supplier_id, award_id, number, title, currency, value, status, no_signature_before, created_at, created_by)
		 SELECT gen_random_uuid(), buyer_id, :supplier, id, id::text, 'Pumps', currency, 9000, 'completed', decided_at, decided_at, :who FROM award WHERE category_id = :category`,
		contractFile,
		`INSERT INTO contract_version (contract_id, number, buyer_id, body, file_id, content, sum, reason, created_by, created_at) SELECT id, 1, buyer_id, '', :file, '', '', '', :who, created_at FROM contract WHERE id = ` + deal}},
	{what: "contract_signing", rows: []string{`INSERT INTO contract_signing (id, contract_id, buyer_id, number, sum, paper_id, paper_sum, expires_at, begun_by, begun_at)
		SELECT gen_random_uuid(), id, buyer_id, 1, '', :file, '', created_at, :who, created_at FROM contract WHERE id = ` + deal}},
	{what: "contract_signature", rows: []string{
		`INSERT INTO contract_signer (id, signing_id, buyer_id, side, account_id, name, capacity, turn) SELECT gen_random_uuid(), id, buyer_id, 'buyer', :who, 'Officer', 'Head', 1 FROM contract_signing WHERE contract_id = ` + deal,
		`INSERT INTO contract_signature (signer_id, signing_id, buyer_id, revision, shown, paper_id, sum, certificate, proved_at, stamped_at, signed_at, entry)
		 SELECT x.id, g.id, g.buyer_id, 1, '', :file, '', '', g.begun_at, g.begun_at, g.begun_at, 1 FROM contract_signing g JOIN contract_signer x ON x.signing_id = g.id WHERE g.contract_id = ` + deal}},
	{what: "contract_pack", rows: []string{`INSERT INTO contract_pack (contract_id, position, buyer_id, kind, document_id, sum, created_at) SELECT ` + deal + `, 1, :buyer, 'tender', id, sha256, created_at FROM document WHERE id = :file`}},
	{what: "contract_scan", shared: true, rows: []string{
		contractFile,
		`INSERT INTO contract_scan (id, contract_id, buyer_id, file_id, number, signed_on, for_buyer, for_other, reason, offered_by, offered_at)
		 SELECT gen_random_uuid(), id, buyer_id, :file, 1, created_at, 'Officer', 'Other', '', :who, created_at FROM contract WHERE id = ` + deal}},
	{what: "contract_milestone_step", shared: true, rows: []string{
		contractFile,
		`INSERT INTO contract_milestone (id, contract_id, buyer_id, kind, side, title, due_on, status, created_by, created_at)
		 SELECT gen_random_uuid(), id, buyer_id, 'delivery', 'counterparty', 'Pumps', created_at, 'met', :who, created_at FROM contract WHERE id = ` + deal,
		`INSERT INTO contract_milestone_step (milestone_id, number, buyer_id, act, note, document_id, by_id, on_day, at)
		 SELECT id, 1, buyer_id, 'submitted', 'Here', :file, :who, due_on, created_at FROM contract_milestone WHERE contract_id = ` + deal}},
}

const contractFile = `INSERT INTO contract_file (document_id, buyer_id, insertions, deletions, comments, created_at) SELECT id, company_id, 0, 0, 0, created_at FROM document WHERE id = :file ON CONFLICT DO NOTHING`

// elsewhere are the tables that know a document of no job: of companies, of their money, of mails, of what people do and have sent.
var elsewhere = []string{"bank_statement", "company", "company_document", "company_special_group", "contract_file", "document_template_version", "mail_delivery", "payment_dispute", "payment_payout", "payment_refund", "payment_resolution", "payment_slip", "task"}

// names lets the rows of a job name a document.
func (w *world) names(c *story.Category, n naming, file uuid.UUID) {
	w.Helper()
	these := strings.NewReplacer(":file", quoted(file), ":who", quoted(w.Officer.User), ":category", quoted(c.ID), ":job", quoted(c.Job), ":buyer", quoted(w.Officer.Org), ":supplier", quoted(w.Bidders[0].Org))
	for _, sql := range n.rows {
		if _, err := pgtest.Do(w.Context(), w.DB, these.Replace(sql)); err != nil {
			w.Fatalf("%s: %v in %s", n.what, err, sql)
		}
	}
}

// laid puts a document with bytes of its own into the store, which nothing names yet.
func (w *world) laid(c *story.Category, what string) uuid.UUID {
	w.Helper()
	d := w.attach(c, []byte("%PDF-1.7 "+what))
	_, err := pgtest.Do(w.Context(), w.DB, "DELETE FROM attachment WHERE document_id = $1", d.ID)
	w.Must(err)
	return d.ID
}

// furnished is an old tender that has every kind of paper, and which documents they are; those of like it has too
// where two may have the same.
func (w *world) furnished(like map[string]uuid.UUID) (*story.Category, map[string]uuid.UUID) {
	w.Helper()
	c, of := w.old([]byte(fmt.Sprint("%PDF-1.7 drawing ", w.made))), map[string]uuid.UUID{}
	for _, n := range papers {
		id, both := like[n.what]
		if !both || !n.shared {
			id = w.laid(c, fmt.Sprint(n.what, w.made))
		}
		w.names(c, n, id)
		of[n.what] = id
	}
	return c, of
}

// destroyed takes a job away by two people, and says what of it went.
func (w *world) destroyed(c *story.Category) []uuid.UUID {
	w.Helper()
	f := w.decided(c.Job)
	n, err := w.Archive.DisposeDue(w.Context())
	w.Must(err)
	if n != 1 {
		w.Fatalf("%d jobs were destroyed", n)
	}
	var out []uuid.UUID
	for _, o := range f.Going.List {
		out = append(out, o.ID)
	}
	return out
}

// reads says whether its buyer reads a document.
func (w *world) reads(id uuid.UUID) bool {
	w.Helper()
	_, err := w.Documents.Read(w.Context(), w.Officer.Org, id)
	if err != nil {
		w.Is(err, document.Missing)
	}
	return err == nil
}

// A document is known to these tables and no others: what a later one names is a paper of a job, or is not.
func TestEveryTableThatKnowsADocumentIsThoughtOf(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rows, err := w.DB.Query(t.Context(), `SELECT DISTINCT conrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND confrelid IN ('document'::regclass, 'contract_file'::regclass) ORDER BY 1`)
	w.Must(err)
	known := slices.Clone(elsewhere)
	for _, n := range papers {
		known = append(known, n.what)
	}
	slices.Sort(known)
	var found []string
	for rows.Next() {
		var name string
		w.Must(rows.Scan(&name))
		found = append(found, name)
	}
	w.Must(rows.Err())
	if !slices.Equal(found, known) {
		t.Errorf("documents are known to %q, thought of are %q", found, known)
	}
}

// Whatever kind of paper a job has, its files go with it and nobody reads them any more. What a second job has too is read
// there until that one goes as well.
func TestEveryKindOfPaperIsDestroyed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, of := w.furnished(nil)
	second, also := w.furnished(of)
	third, own := w.furnished(nil)
	w.years()
	gone := w.destroyed(third)
	for what, id := range own {
		if !slices.Contains(gone, id) || w.reads(id) {
			t.Errorf("a %s is left", what)
		}
	}
	gone = w.destroyed(first)
	for _, n := range papers {
		if went := slices.Contains(gone, of[n.what]); went == n.shared || w.reads(of[n.what]) != n.shared {
			t.Errorf("%s went: %v, though another has it: %v", n.what, went, n.shared)
		}
		if !w.reads(also[n.what]) {
			t.Errorf("the %s of the other is gone", n.what)
		}
	}
	gone = w.destroyed(second)
	for what, id := range also {
		if !slices.Contains(gone, id) || w.reads(id) {
			t.Errorf("a %s is left when the last has gone that had it", what)
		}
	}
}

// again copies a job, as its buyer would, publishes the copy and gives it up.
func (w *world) again(of *story.Category, code string) *story.Category {
	w.Helper()
	ctx, owner := w.Context(), w.Officer.Org
	form := sourcing.CopyForm{Code: code, Title: "Once more"}
	w.Must(w.DB.QueryRow(ctx, "SELECT zabuni.clock()").Scan(&form.OpensAt))
	made, err := w.Sourcing.CopyJob(ctx, w.Officer, owner, of.Job, form)
	w.Must(err)
	c := &story.Category{World: w.World, Job: made, Policy: of.Policy}
	w.Must(w.DB.QueryRow(ctx, "SELECT id FROM category WHERE job_id = $1", made).Scan(&c.ID))
	w.Must(c.TryPublish(w.Officer))
	w.Must(w.Sourcing.CancelJob(ctx, w.Officer, owner, made, "The project ended"))
	w.Must(w.Archive.Enter(ctx, w.one, made))
	return c
}

// A job that is used once more has the files of the first, and they stay while one of both does. What is copied of a job whose
// files are gone is destroyed like any other, and hinders nobody.
func TestACopyHasTheFilesOfTheFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.old([]byte("%PDF-1.7 of both"))
	of := func(c *story.Category) (id uuid.UUID) {
		t.Helper()
		w.Must(w.DB.QueryRow(w.Context(), "SELECT document_id FROM attachment WHERE category_id = $1", c.ID).Scan(&id))
		return id
	}
	copied := w.again(c, "AGAIN/1")
	drawing := of(c)
	if of(copied) != drawing {
		t.Fatal("the copy has another file")
	}
	w.years()
	if slices.Contains(w.destroyed(c), drawing) || !w.reads(drawing) {
		t.Error("the drawing of the copy went with the first")
	}
	if !slices.Contains(w.destroyed(copied), drawing) || w.reads(drawing) {
		t.Error("the drawing is left when both jobs are gone")
	}
	// What is copied now has nothing of what nobody can open any more.
	late := w.again(c, "AGAIN/2")
	if n := w.Count("SELECT count(*) FROM attachment WHERE category_id = $1", late.ID); n != 0 {
		t.Errorf("the copy names %d files that are gone", n)
	}
	// What came to name it all the same went with the first, and is no part of what goes now.
	w.names(late, papers[slices.IndexFunc(papers, func(n naming) bool { return n.what == "attachment" })], drawing)
	w.years()
	if slices.Contains(w.destroyed(late), drawing) {
		t.Error("the drawing went twice")
	}
	w.verified()
}

// Two programs that begin at once with the two jobs of one file wait for each other: whichever is the last takes it along.
func TestWhichIsTheLastIsDecidedOneAtATime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.old([]byte("%PDF-1.7 of both"))
	copied := w.again(c, "AGAIN/1")
	var drawing uuid.UUID
	w.Must(w.DB.QueryRow(w.Context(), "SELECT document_id FROM attachment WHERE category_id = $1", c.ID).Scan(&drawing))
	w.years()
	w.decided(c.Job)
	done := make(chan error, 1)
	var once atomic.Bool
	w.Archive.Kill(func(at string) error {
		if at != "beginning" || !once.CompareAndSwap(false, true) {
			return nil
		}
		// The second was decided earlier, and is known only now.
		w.decided(copied.Job)
		_, err := pgtest.Do(w.Context(), w.DB, "UPDATE disposal SET decided_at = decided_at - interval '1 minute' WHERE job_id = $1", copied.Job)
		w.Must(err)
		go func() {
			_, err := w.Archive.DisposeDue(w.Context())
			done <- err
		}()
		waits := ""
		for waits == "" && len(done) == 0 {
			w.Must(w.DB.QueryRow(w.Context(), "SELECT coalesce(max(wait_event), '') FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waits))
		}
		if waits != "advisory" {
			t.Errorf("it did not wait for its turn: %q", waits)
		}
		return nil
	})
	_, err := w.Archive.DisposeDue(w.Context())
	w.Must(err)
	w.Must(<-done)
	w.Archive.Kill(nil)
	// What the second was to take has become more meanwhile: it is proposed again.
	if stands := w.stands(copied.Job); stands != archive.DisposalStopped {
		t.Fatalf("the second is %s", stands)
	}
	if !slices.Contains(w.destroyed(copied), drawing) || w.reads(drawing) {
		t.Error("the drawing is left when both jobs are gone")
	}
	w.verified()
}

// A file of two jobs goes with the one when the other is being destroyed or gone. Until then the other may still be held, and reads it:
// what was proposed, approved, stopped or refused of it changes nothing.
func TestASharedFileStaysWhileTheOtherJobMayBeKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := w.Context()
	c := w.old([]byte("%PDF-1.7 of both"))
	other := w.again(c, "AGAIN/1")
	var drawing uuid.UUID
	w.Must(w.DB.QueryRow(ctx, "SELECT document_id FROM attachment WHERE category_id = $1", c.ID).Scan(&drawing))
	w.years()
	propose := func() {
		t.Helper()
		f, err := w.Archive.Fate(ctx, w.one, other.Job)
		w.Must(err)
		w.Must(w.Archive.ProposeDisposal(ctx, w.one, other.Job, "Seven years are over", f.Going.Sum[:]))
	}
	killed := errors.New("killed")
	for _, x := range []struct {
		to   archive.Disposing
		do   func()
		goes bool
	}{
		{to: "", do: func() {}},
		{to: archive.DisposalProposed, do: propose},
		{to: archive.DisposalRefused, do: func() {
			w.Must(w.Archive.DecideDisposal(ctx, w.two, other.Job, archivesvc.Verdict{Reason: "Not yet"}))
		}},
		{to: archive.DisposalApproved, do: func() { w.decided(other.Job) }},
		{to: archive.DisposalStopped, do: func() { w.Must(w.Archive.Hold(ctx, w.one, other.Job, "A court asks")) }},
		{to: archive.DisposalDestroying, goes: true, do: func() {
			w.Must(w.Archive.Release(ctx, w.two, other.Job, "It has decided"))
			w.decided(other.Job)
			w.Archive.Kill(func(point string) error {
				if point == "begun" {
					return killed
				}
				return nil
			})
			_, err := w.Archive.DisposeDue(ctx)
			if !errors.Is(err, killed) {
				t.Fatalf("it went on: %v", err)
			}
		}},
		{to: archive.DisposalDone, goes: true, do: func() {
			w.Archive.Kill(nil)
			_, err := w.Archive.DisposeDue(ctx)
			w.Must(err)
		}},
	} {
		x.do()
		f, err := w.Archive.Fate(ctx, w.one, c.Job)
		w.Must(err)
		goes := false
		for _, o := range f.Going.List {
			goes = goes || o.ID == drawing
		}
		if got := w.stands(other.Job); got != x.to || goes != x.goes || !w.reads(drawing) {
			t.Errorf("the other is %q, wanted %q: the drawing goes %v, and is read %v", got, x.to, goes, w.reads(drawing))
		}
	}
	if !slices.Contains(w.destroyed(c), drawing) || w.reads(drawing) {
		t.Error("the drawing is left when both jobs are gone")
	}
}
