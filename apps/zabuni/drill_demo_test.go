//go:build demo

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/apps/zabuni/internal/demo"
	"zabuni.org/core/app/serve"
	"zabuni.org/core/config"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/platform/verify"
)

// here reads the settings of an installation in its own folder.
func here(t *testing.T, pairs ...string) config.Settings {
	t.Helper()
	set := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		set[pairs[i]] = pairs[i+1]
	}
	s, err := config.Load(func(name string) string { return set[name] })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The drill that a keeper has to be able to do: what a backup holds stands again
// elsewhere, and a byte that somebody changed there is told.
func TestABackupStandsAgainAndAChangedByteIsTold(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	home := folder(t)
	s := here(t, "DATA", filepath.Join(home, "first"))
	h, err := serve.Open(ctx, s, serve.All(s), told(t))
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	clock, err := demo.OpenClock(ctx, h.DB.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer clock.Close()
	if err := demo.Seed(ctx, h.App, clock); err != nil {
		t.Fatal(err)
	}
	if err := clock.Remove(ctx); err != nil {
		t.Fatal(err)
	}
	carriedOut(t, h)
	feedWhole(t, h)
	sequence(t, h)

	to := filepath.Join(home, "backup")
	if err := takeBackup(ctx, s, to); err == nil || !strings.Contains(err.Error(), "KEY_BACKUP") {
		t.Fatal("a backup whose keys nobody keeps: ", err)
	}
	s.KeyBackup = filepath.Join(home, "safe")
	if err := os.CopyFS(s.KeyBackup, os.DirFS(s.Keys)); err != nil {
		t.Fatal(err)
	}
	want := census(t, h.DB.App)
	copied := filepath.Join(s.KeyBackup, seal.DraftFile)
	key, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	another := "x" + string(key[1:])
	if another == string(key) { // one key in 64 begins so
		another = "y" + string(key[1:])
	}
	for what, content := range map[string][]byte{"another key": []byte(another), "half a key": key[:len(key)/2]} {
		if err := os.WriteFile(copied, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := takeBackup(ctx, s, to); err == nil || !strings.Contains(err.Error(), seal.DraftFile) {
			t.Errorf("%s in the keys' copy: %v", what, err)
		}
	}
	if err := os.WriteFile(copied, key, 0o600); err != nil {
		t.Fatal(err)
	}
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	s.BackupFor = "age1nobody"
	if err := takeBackup(ctx, s, to); err == nil || !strings.Contains(err.Error(), "BACKUP_FOR") {
		t.Error("a backup for nobody: ", err)
	}
	s.BackupFor = stranger.Recipient().String() + ", " + identity.Recipient().String()
	if err := takeBackup(ctx, s, to); err != nil {
		t.Fatal(err)
	}
	holdsNoKey(t, to, s.Keys)
	if saysIn(t, to, mailsEnd) {
		t.Error("who has the sealed backup alone reads addresses in it")
	}
	inClear := s
	inClear.BackupFor = ""
	clearly := filepath.Join(home, "clear")
	if err := takeBackup(ctx, inClear, clearly); err != nil {
		t.Fatal(err)
	}
	holdsNoKey(t, clearly, s.Keys)
	if !saysIn(t, clearly, mailsEnd) {
		t.Error("a backup in clear holds no address: nothing was looked at")
	}
	if err := pg.InTx(ctx, h.DB.App, func(tx pg.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE company SET name = name || ' after the backup'"); err != nil {
			return err
		}
		_, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: "drill.after", Object: "drill"})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := takeBackup(ctx, s, to); err == nil {
		t.Error("a backup in another's place")
	}

	second := here(t, "DATA", filepath.Join(home, "second"))
	opens := func(who *age.X25519Identity) string {
		t.Helper()
		file := filepath.Join(home, "identity")
		if err := os.WriteFile(file, []byte("# kept elsewhere\n"+who.String()+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	other, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []string{"", opens(other), filepath.Join(home, "nowhere")} {
		second.BackupBy = by
		if err := restoreBackup(ctx, second, to); err == nil || !strings.Contains(err.Error(), "BACKUP_IDENTITY") {
			t.Errorf("restored by %q: %v", by, err)
		}
		if _, err := os.Stat(serve.PostgresDir(second)); err == nil {
			t.Error("a cluster was laid out by somebody who cannot read it")
		}
	}
	second.BackupBy = opens(identity)
	if err := restoreBackup(ctx, second, to); err != nil {
		t.Fatal(err)
	}
	if err := restoreBackup(ctx, second, to); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Error("restored over another: ", err)
	}
	if err := os.CopyFS(second.Keys, os.DirFS(s.KeyBackup)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(second.Keys, seal.ReceiptFile), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(second.Keys, serve.VerifierFile)); err != nil { // the keys alone are enough
		t.Fatal(err)
	}
	corrupt(t, home, to)

	// One server for all that follows, as the keeper's commands find it.
	at, stop, err := serve.Locate(ctx, second, told(t))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	owner, err := pg.Open(ctx, at.Owner, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	if got := census(t, owner); got != want {
		t.Errorf("restored %q, backed up %q", got, want)
	}
	r := look(t, second)
	if len(r.Differences) > 0 || r.Entries < 100 || r.Submissions < 8 || r.Envelopes < 16 || r.Documents < 2 || r.Closings < 4 || r.Signatures < 4 || r.Keys == 0 || r.Checkpoints == 0 {
		t.Fatalf("%+v", r)
	}
	flips(t, second, owner)
	if r := look(t, second); len(r.Differences) > 0 {
		t.Errorf("changed back and yet: %q", r.Differences)
	}
}

// folder is one that the server's user may pass, wherever tests run.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "zabuni-drill-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	return dir
}

func told(t *testing.T) func(string) { return func(what string) { t.Log(what, "ready") } }

// sequence runs the log's writer until nothing waits for it.
func sequence(t *testing.T, h *serve.House) {
	t.Helper()
	for waiting := 1; waiting > 0; {
		if _, err := h.App.Sequencer.Once(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := h.DB.App.QueryRow(t.Context(), "SELECT count(*) FROM audit_entry WHERE leaf IS NULL").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
}

// carriedOut gives those who react what waits for them: letters are printed by one of them.
func carriedOut(t *testing.T, h *serve.House) {
	t.Helper()
	rows, err := h.DB.App.Query(t.Context(), "SELECT subject, payload FROM outbox ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	type event struct {
		Subject string
		Payload []byte
	}
	events, err := pgx.CollectRows(rows, pgx.RowToStructByPos[event])
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		for _, r := range h.App.Reactions() {
			if !r.Hears(e.Subject) {
				continue
			}
			if err := pg.InTx(t.Context(), h.DB.App, func(tx pg.Tx) error { return r.Do(t.Context(), tx, e.Payload) }); err != nil {
				t.Fatal(r.Name, err)
			}
		}
	}
}

// census says enough of a database to tell one moment of it from another.
func census(t *testing.T, db *pgxpool.Pool) string {
	t.Helper()
	var out string
	err := db.QueryRow(t.Context(), `SELECT format('%s companies %s, %s entries, %s submissions, %s documents', (SELECT count(*) FROM company),
		(SELECT md5(string_agg(name, ',' ORDER BY id)) FROM company), (SELECT count(*) FROM audit_entry), (SELECT count(*) FROM submission), (SELECT count(*) FROM document))`).Scan(&out)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func look(t *testing.T, s config.Settings) verify.Report {
	t.Helper()
	r, err := verified(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// corrupt changes a byte of a backup: it is refused before anything is written.
func corrupt(t *testing.T, home, from string) {
	t.Helper()
	for _, name := range []string{"base.tar", "documents.tar"} {
		bad := filepath.Join(home, "bad")
		if err := os.CopyFS(bad, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		flipFile(t, filepath.Join(bad, name), 1000)
		third := here(t, "DATA", filepath.Join(home, "third"))
		if err := restoreBackup(t.Context(), third, bad); err == nil || !strings.Contains(err.Error(), "sum differs") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(serve.PostgresDir(third)); err == nil {
			t.Errorf("%s: a cluster was laid out", name)
		}
		if err := os.RemoveAll(bad); err != nil {
			t.Fatal(err)
		}
	}
}

func flipFile(t *testing.T, path string, at int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	b := make([]byte, 1)
	if _, err := f.ReadAt(b, at); err != nil {
		t.Fatal(err)
	}
	b[0] ^= 1
	if _, err := f.WriteAt(b, at); err != nil {
		t.Fatal(err)
	}
}

// flips changes one thing after another, sees that it is told, and changes it back.
func flips(t *testing.T, s config.Settings, owner *pgxpool.Pool) {
	ctx := t.Context()
	see := func(name, word string) {
		t.Helper()
		var out bytes.Buffer
		r := look(t, s)
		for _, d := range r.Differences {
			fmt.Fprintln(&out, d)
		}
		if !strings.Contains(out.String(), word) {
			t.Errorf("%s: not told (%q)", name, out.String())
		}
		t.Logf("%s: %s", name, strings.TrimSpace(out.String()))
	}
	for _, x := range []struct{ name, of, word string }{
		{"a document's byte", "true", "its bytes have the sum"},
		{"a byte of what people signed", "id IN (SELECT g.paper_id FROM contract_signing g JOIN contract_signature x ON x.signing_id = g.id)", "contract "},
		{"a byte of what binds a winner", "id IN (SELECT document_id FROM contract_pack)", "its bytes have the sum"},
	} {
		object := stored(t, s, owner, x.of)
		flipFile(t, object, 10)
		see(x.name, x.word)
		flipFile(t, object, 10)
	}

	// With the walls and triggers of the database out of the way, as its owner can have them.
	run := func(sql string) {
		t.Helper()
		tag, err := pgtest.Tamper(ctx, owner, sql)
		if err != nil {
			t.Fatal(err)
		}
		if tag.RowsAffected() == 0 {
			t.Errorf("nothing to change: %s", sql)
		}
	}
	for _, x := range []struct{ name, there, back, word string }{
		{"an envelope's byte", envelope, envelope, "envelope's sealed bytes are not those of the receipt"},
		{"an audit entry", "UPDATE audit_entry SET action = action || '.x' WHERE leaf = 7", "UPDATE audit_entry SET action = left(action, -2) WHERE leaf = 7", "the entries are not those that were signed"},
		{"who acted", "UPDATE audit_entry SET actor_name = actor_name || 'x' WHERE leaf = 9", "UPDATE audit_entry SET actor_name = left(actor_name, -1) WHERE leaf = 9", "the entries are not those that were signed"},
		{"a row", "UPDATE question SET prompt = prompt || 'x' WHERE id = " + anyQuestion, "UPDATE question SET prompt = left(prompt, -1) WHERE id = " + anyQuestion, "it is not as the log left it"},
		{"what the log says of a row", "UPDATE witness SET sum = set_byte(sum, 0, get_byte(sum, 0) # 1) WHERE id = " + anyWitness, "UPDATE witness SET sum = set_byte(sum, 0, get_byte(sum, 0) # 1) WHERE id = " + anyWitness, "the entries are not those that were signed"},
		{"which columns count", "UPDATE kept SET columns = columns || '{leaf}'::text[] WHERE name = 'section'", "UPDATE kept SET columns = columns[:cardinality(columns) - 1] WHERE name = 'section'", "it has no column leaf any more"},
		{"that a table is kept", "UPDATE kept SET shape = 7 WHERE name = 'section'", "UPDATE kept SET shape = 1 WHERE name = 'section'", "changes have no entry in the log"},
		{"a receipt's time", "UPDATE submission SET received_at = received_at - interval '1 minute' WHERE id = " + anySubmission, "UPDATE submission SET received_at = received_at + interval '1 minute' WHERE id = " + anySubmission, "its row is not what the receipt says"},
		{"a closing's count", "UPDATE category SET closing_count = closing_count + 1 WHERE id = " + anyClosed, "UPDATE category SET closing_count = closing_count - 1 WHERE id = " + anyClosed, "its submissions are not those that were there at closing"},
		{"a key", "UPDATE category_key SET recipient = recipient || 'x' WHERE id = " + anyKey, "UPDATE category_key SET recipient = left(recipient, -1) WHERE id = " + anyKey, "key is not the announced one"},
		{"a hash of the log", "UPDATE log_hash SET hash = set_byte(hash, 0, get_byte(hash, 0) # 1) WHERE position = 3", "UPDATE log_hash SET hash = set_byte(hash, 0, get_byte(hash, 0) # 1) WHERE position = 3", "stored hashes are not those of the entries"},
	} {
		run(x.there)
		see(x.name, x.word)
		run(x.back)
	}
}

const (
	mailsEnd      = "@zabuni.test" // of the addresses of the demonstration's people
	anySubmission = "(SELECT id FROM submission ORDER BY id LIMIT 1)"
	anyClosed     = "(SELECT id FROM category WHERE closing_root IS NOT NULL ORDER BY id LIMIT 1)"
	anyQuestion   = "(SELECT id FROM question ORDER BY id LIMIT 1)"
	anyWitness    = "(SELECT max(id) FROM witness WHERE sum IS NOT NULL)"
	anyKey        = "(SELECT id FROM category_key ORDER BY id LIMIT 1)"
	envelope      = `UPDATE sealed_envelope SET sealed = set_byte(sealed, 99, get_byte(sealed, 99) # 1)
		WHERE ctid = (SELECT ctid FROM sealed_envelope WHERE sealed IS NOT NULL ORDER BY submission_id, envelope LIMIT 1)`
)

// stored finds the file of one document in the restored folder.
func stored(t *testing.T, s config.Settings, owner *pgxpool.Pool, of string) string {
	t.Helper()
	var key string
	if err := owner.QueryRow(t.Context(), "SELECT store_key FROM document WHERE size > 100 AND "+of+" ORDER BY id LIMIT 1").Scan(&key); err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(serve.FilesDir(s), "*", key))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	return found[0]
}

// saysIn looks for mail addresses of the demonstration in every file of a backup.
func saysIn(t *testing.T, backup, sign string) bool {
	t.Helper()
	for _, name := range []string{"base.tar", "documents.tar", "backup_manifest"} {
		content, err := os.ReadFile(filepath.Join(backup, name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(sign)) {
			return true
		}
	}
	return false
}

// holdsNoKey looks for the bytes of every key in every file of a backup.
func holdsNoKey(t *testing.T, backup, keys string) {
	t.Helper()
	secrets := map[string][]byte{}
	for _, name := range serve.KeyNames() {
		b, err := os.ReadFile(filepath.Join(keys, name))
		if err != nil {
			t.Fatal(err)
		}
		secrets[name] = bytes.TrimSpace(b)
	}
	if err := filepath.WalkDir(backup, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		for name, secret := range secrets {
			if bytes.Contains(content, secret) {
				t.Errorf("%s holds the key %s", filepath.Base(path), name)
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
