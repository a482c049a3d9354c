package app_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/auction"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// paper lays a document of the buyer into the store, as whoever attaches one would.
func paper(w *story.World, name string) (id uuid.UUID, key string) {
	w.Helper()
	w.Must(pg.InTx(w.Context(), w.DB, func(tx pg.Tx) error {
		entry := journal.Entry{Action: "test.stored", Object: "document", ObjectID: uuid.New(), Owner: w.Officer.Org}
		if _, err := journal.Record(w.Context(), tx, w.Officer, entry); err != nil {
			return err
		}
		d, err := w.Documents.Save(w.Context(), tx, w.Officer, w.Officer.Org, "contract", name, "application/pdf", append([]byte("%PDF-1.7 "+name), story.PDF...))
		id = d.ID
		return err
	}))
	w.Must(w.DB.QueryRow(w.Context(), "SELECT store_key FROM document WHERE id = $1", id).Scan(&key))
	return id, key
}

// amended gives the contract of an award an amendment with a file of its own, in force.
func amended(w *story.World, job uuid.UUID) (file uuid.UUID, key string) {
	w.Helper()
	file, key = paper(w, "amendment.pdf")
	made := uuid.New()
	for _, sql := range []string{
		`INSERT INTO contract (id, buyer_id, supplier_id, award_id, number, title, currency, value, status, no_signature_before, created_at, created_by)
		 SELECT gen_random_uuid(), a.buyer_id, $3, a.id, 'K/1', 'Pumps', a.currency, 9000, 'completed', a.decided_at, a.decided_at, a.decided_by
		 FROM award a WHERE a.job_id = $2 AND $1::uuid IS NOT NULL AND NOT EXISTS (SELECT FROM contract k WHERE k.award_id = a.id)`,
		`INSERT INTO contract SELECT (jsonb_populate_record(k, jsonb_build_object('id', $1::uuid, 'award_id', null, 'number', k.number || '/A1', 'origin', 'amendment', 'status', 'effective'))).*
		 FROM contract k JOIN award a ON a.id = k.award_id WHERE a.job_id = $2 AND $3::uuid IS NOT NULL`,
		`INSERT INTO contract_amendment (contract_id, buyer_id, amends_id, number, ground, value_was, effective_at)
		 SELECT $1, k.buyer_id, k.id, 1, 'volume', k.value, zabuni.clock() FROM contract k JOIN award a ON a.id = k.award_id WHERE a.job_id = $2 AND $3::uuid IS NOT NULL`,
		`INSERT INTO contract_file (document_id, buyer_id, insertions, deletions, comments, created_at) SELECT $3, buyer_id, 0, 0, 0, created_at FROM contract WHERE id = $1 AND $2::uuid IS NOT NULL`,
		`INSERT INTO contract_version (contract_id, number, buyer_id, body, file_id, content, sum, reason, created_by, created_at)
		 SELECT $1, 1, buyer_id, 'More pumps', $3, 'More pumps', '', '', created_by, created_at FROM contract WHERE id = $1 AND $2::uuid IS NOT NULL`,
	} {
		with := file
		if strings.Contains(sql, "'K/1'") {
			with = w.Bidders[0].Org
		}
		_, err := pgtest.Do(w.Context(), w.DB, sql, made, job, with)
		w.Must(err)
	}
	return file, key
}

// What a job has come to is in its bundle whole: amendments of its contracts, rounds, addenda and what else stands of it;
// what the store has lost is named. Who asked a question is in none, nor what a receipt is guessed with, nor a letter that
// nobody sent.
func TestABundleIsWhole(t *testing.T) {
	t.Parallel()
	w := story.New(t, 3)
	ctx := w.Context()
	one, _ := keepers(w)
	c := finished(w, one)
	amended(w, c.Job)
	lost, key := paper(w, "lost.pdf")
	round := uuid.New()
	for _, sql := range []string{
		`INSERT INTO job_document (id, job_id, buyer_id, title, kind, url, document_id, added_at)
		 SELECT gen_random_uuid(), job_id, buyer_id, 'Lost', 'other', '', $2, zabuni.clock() FROM category WHERE id = $1 AND $3::uuid IS NOT NULL AND $4::uuid IS NOT NULL`,
		`INSERT INTO addendum (id, category_id, buyer_id, number, title, body, changes, hash_was, hash_is, issued_by, issued_at)
		 SELECT $2, id, buyer_id, 1, 'A visit', 'On Monday.', '[]', '', '', $4, zabuni.clock() FROM category WHERE id = $1 AND $3::uuid IS NOT NULL`,
		`INSERT INTO clarification (id, category_id, buyer_id, supplier_id, asked_by, asked_at, asked, question, answer, status, number, reason, decided_by, decided_at, version)
		 SELECT $2, id, buyer_id, $5, $6, zabuni.clock(), 'We of Asker Ltd ask', 'May we ask?', 'Yes', 'answered', 1, '', $4, zabuni.clock(), 1 FROM category WHERE id = $1 AND $3::uuid IS NOT NULL`,
		`INSERT INTO category SELECT (jsonb_populate_record(x, jsonb_build_object('id', $3::uuid, 'parent_id', x.id, 'number', x.number || 'R', 'reference', x.reference || 'R', 'round', 1, 'closing_note', null, 'closing_root', null, 'closing_count', null))).*
		 FROM category x WHERE x.id = $1 AND $2::uuid IS NOT NULL AND $4::uuid IS NOT NULL`,
		`UPDATE letter SET status = 'draft', issued_at = null WHERE id = (SELECT id FROM letter WHERE category_id = $1 ORDER BY id LIMIT 1) AND $2::uuid IS NOT NULL AND $3::uuid IS NOT NULL AND $4::uuid IS NOT NULL`,
	} {
		args := []any{c.ID, lost, round, w.Officer.User}
		if strings.Contains(sql, "$6") {
			args = append(args, w.Bidders[0].Org, w.Bidders[0].User)
		}
		_, err := pgtest.Do(ctx, w.DB, sql, args...)
		w.Must(err)
	}
	w.Must(w.Files.Delete(ctx, key))

	files := bundled(w, w.Officer, w.Officer.Org, c.Job)
	if out, ok := checked(t, w.Notary.Key(), files); !ok {
		t.Fatal(out)
	}
	has := func(name string, want ...string) {
		t.Helper()
		if len(files[name]) == 0 {
			t.Errorf("%s is not in it", name)
		}
		for _, x := range want {
			if !bytes.Contains(files[name], []byte(x)) {
				t.Errorf("%s tells nothing of %s", name, x)
			}
		}
	}
	data := "data/" + c.ID.String() + ".jsonl"
	has(data, `"of":"addendum"`, `"of":"clarification"`, `"May we ask?"`, `"of":"question_option"`, `"of":"saving"`)
	has("data/"+round.String()+".jsonl", `"of":"category"`)
	has("data/job.jsonl", `"of":"contract_amendment"`, "More pumps")
	has("missing.txt", "papers/documents/Lost/lost.pdf")
	amendment := func(name string) bool {
		return strings.HasPrefix(name, "papers/contracts/") && strings.HasSuffix(name, "/amendment.pdf")
	}
	letters := 0
	for name := range files {
		if strings.HasPrefix(name, "letters/") {
			letters++
		}
	}
	if names := slices.Sorted(maps.Keys(files)); !slices.ContainsFunc(names, amendment) || letters != 1 {
		t.Errorf("%d letters in %q", letters, names)
	}
	for _, hidden := range []string{"Asker Ltd", "receipt_nonce"} {
		if bytes.Contains(files[data], []byte(hidden)) {
			t.Errorf("the data tell %s", hidden)
		}
	}
	for _, line := range bytes.Split(files[data], []byte("\n")) {
		if bytes.Contains(line, []byte(`"of":"clarification"`)) && bytes.Contains(line, []byte(w.Bidders[0].Org.String())) {
			t.Errorf("who asked is told: %s", line)
		}
	}
	var to bytes.Buffer
	got, err := w.Archive.Bundle(ctx, w.Officer, archivesvc.AskedBundle{Owner: w.Officer.Org, Job: c.Job}, false, &to, func(int64, int64) error { return nil })
	w.Must(err)
	if got.Missing != 1 {
		t.Errorf("%d files are missing", got.Missing)
	}
}

// The signed log of an auction's room goes with what is kept of it, as its host has it.
func TestABundleHasTheLogOfARoom(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	one, _ := keepers(w)
	terms := pumps
	terms.Invited = w.Bidders
	c := w.Publish(policyOf(sourcing.ReverseAuction), terms)
	for _, a := range w.Bidders {
		c.Bid(a, answers, nil)
		c.Submit(a)
	}
	c.Close()
	c.Open()
	c.Judge(story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "8"}, story.Mark{Bidder: w.Bidders[1], Prompt: "Method", Value: "8"})
	c.Live(story.LiveBid{Bidder: w.Bidders[0], Price: "5000"}, story.LiveBid{Bidder: w.Bidders[1], Price: "4000"})
	w.SetClock(c.Award().StandstillEnds)
	w.Conclude()
	_, err := pgtest.Do(w.Context(), w.DB, "UPDATE contract SET status = 'completed', ends_on = '2027-05-31' WHERE buyer_id = $1", w.Officer.Org)
	w.Must(err)
	_, err = pgtest.Do(w.Context(), w.DB, "UPDATE job SET status = 'closed' WHERE id = $1", c.Job)
	w.Must(err)
	w.Must(w.Archive.Enter(w.Context(), one, c.Job))
	files := bundled(w, w.Officer, w.Officer.Org, c.Job)
	var rooms []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, "rooms/") {
			rooms = append(rooms, name)
			room, err := auction.CheckLog(files[name], w.Verifier)
			w.Must(err)
			if room.Auction != c.ID {
				t.Errorf("%s is of %s", name, room.Auction)
			}
		}
	}
	if len(rooms) != 1 {
		t.Errorf("the rooms are %q", rooms)
	}
	if data := files["data/"+c.ID.String()+".jsonl"]; !bytes.Contains(data, []byte(`"of":"auction_event"`)) {
		t.Error("the data have no events")
	}
}

// What a seller would have taken is in a bundle as it was opened and as it was committed to, and nowhere as it was sealed.
func TestABundleHasNoSealedReserve(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	one, _ := keepers(w)
	c := w.Author(policyOf(sourcing.AssetDisposal), things)
	for _, number := range []string{"1", "2", "3"} {
		w.Must(reserve(c, w.Officer, number, "500", ""))
	}
	w.Must(c.TryPublish(w.Officer))
	c.Bid(w.Bidders[0], nil, map[string]string{"1": "1", "2": "1", "3": "1"})
	c.Submit(w.Bidders[0])
	c.Close()
	c.Open()
	c.Judge()
	w.Must(w.Awards.Recommend(w.Context(), w.Officer, w.Officer.Org, c.ID, nil, "Nobody offered what they are worth"))
	_, err := c.TryAward(w.Second, "en", "k")
	w.Must(err)
	w.Must(w.Archive.Enter(w.Context(), one, c.Job))
	files := bundled(w, w.Officer, w.Officer.Org, c.Job)
	told := 0
	for line := range strings.Lines(string(files["data/"+c.ID.String()+".jsonl"])) {
		if strings.Contains(line, `"of":"reserve"`) && strings.Contains(line, `"commitment"`) {
			told++
		}
	}
	if told != 3 {
		t.Errorf("%d reserves are told", told)
	}
	for _, form := range []string{"encode(sealed, 'hex')", "encode(sealed, 'base64')", "encode(sealed, 'escape')"} {
		var sealed string
		w.Must(w.DB.QueryRow(w.Context(), "SELECT replace("+form+", chr(10), '') FROM reserve WHERE item_id = $1", c.Items["1"]).Scan(&sealed))
		for name, data := range files {
			if sealed == "" || bytes.Contains(data, []byte(sealed)) {
				t.Errorf("%s has a reserve as it was sealed", name)
			}
		}
	}
	for name, data := range files {
		if !strings.HasPrefix(name, "check") && bytes.Contains(data, []byte(`"sealed":`)) {
			t.Errorf("%s has what was sealed", name)
		}
	}
}
