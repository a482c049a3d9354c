package app_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	kept "zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/ocds"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// bundled is a bundle, unpacked.
func bundled(w *story.World, a access.Actor, owner, job uuid.UUID) map[string][]byte {
	w.Helper()
	var to bytes.Buffer
	_, err := w.Archive.Bundle(w.Context(), a, archivesvc.AskedBundle{Owner: owner, Job: job}, true, &to, func(int64, int64) error { return nil })
	w.Must(err)
	z, err := zip.NewReader(bytes.NewReader(to.Bytes()), int64(to.Len()))
	w.Must(err)
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		w.Must(err)
		data, err := io.ReadAll(r)
		w.Must(err)
		if files[f.Name] != nil {
			w.Errorf("%s is there twice", f.Name)
		}
		files[f.Name] = data
		if !strings.HasPrefix(f.Name, "data/") {
			continue
		}
		told := map[string]bool{}
		for line := range strings.Lines(string(data)) {
			if told[line] {
				w.Errorf("%s says twice %.120s", f.Name, line)
			}
			told[line] = true
		}
	}
	return files
}

// alone are the words that keep Node to one folder: it reads nothing else, writes nothing and begins no program.
var alone = sync.OnceValue(func() string {
	if exec.Command("node", "--permission", "-e", "0").Run() == nil {
		return "--permission"
	}
	return "--experimental-permission"
})

// checked lays files into an empty folder and runs the checker that lies among them, with nothing but Node, which is kept
// to that folder; without a network where the machine lets a program be without one.
func checked(t *testing.T, key string, files map[string][]byte) (string, bool) {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal(err)
	}
	run := []string{node, alone(), "--allow-fs-read=" + dir, "check.mjs", key}
	if without, err := exec.LookPath("unshare"); err == nil && exec.Command(without, "--net", "true").Run() == nil {
		run = append([]string{without, "--net"}, run...)
	}
	c := exec.Command(run[0], run[1:]...)
	c.Dir, c.Env = dir, []string{"NODE_NO_WARNINGS=1"}
	out, err := c.CombinedOutput()
	return string(out), err == nil
}

// finished is a tender of three bids in the archive: one was replaced and one withdrawn
// before its closing, the last failed, so that its price was never opened.
func finished(w *story.World, keeper access.Actor) *story.Category {
	w.Helper()
	c := w.Publish(policyOf(sourcing.Tender), pumps)
	var last uuid.UUID
	for i, a := range w.Bidders {
		last = c.Bid(a, map[string]string{"Years in trade": "Five", "Method": "By hand", "Licence": fmt.Sprintf("licence-%d.pdf", i)}, map[string]string{"1": fmt.Sprintf("%d.13", 4711+i)})
		c.Submit(a)
	}
	c.Submit(w.Bidders[0])
	w.Must(c.TryWithdraw(w.Bidders[2], last, "It took too long"))
	c.Close()
	judged(c, story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "10"}, story.Mark{Bidder: w.Bidders[1], Prompt: "Method", Value: "0"})
	best := c.Submission(w.Bidders[0])
	w.Must(c.TryRecommend(w.Officer, &best, "The only one that met the criteria"))
	_, err := c.TryAward(w.Second, "en", "k")
	w.Must(err)
	pgtest.Advance(w.T, w.DB, 60*24*time.Hour)
	w.Conclude()
	_, err = pgtest.Do(w.Context(), w.DB, "UPDATE contract SET status = 'completed', ends_on = '2027-05-31' WHERE buyer_id = $1", w.Officer.Org)
	w.Must(err)
	w.Must(w.Archive.Enter(w.Context(), keeper, c.Job))
	return c
}

func TestABundleIsCheckedWithoutThePlatform(t *testing.T) {
	t.Parallel()
	w := story.New(t, 3)
	one, _ := keepers(w)
	c := finished(w, one)
	files := bundled(w, w.Officer, w.Officer.Org, c.Job)
	key := w.Notary.Key()
	if out, ok := checked(t, key, files); !ok || !strings.Contains(out, "genuine") || !strings.Contains(out, "4 receipts, 1 closings") {
		t.Fatalf("%s", out)
	}
	t.Logf("%d files: %q", len(files), slices.Sorted(maps.Keys(files)))
	whole := func(start string) (n int) {
		for name := range files {
			if strings.HasPrefix(name, start) {
				n++
			}
		}
		return n
	}
	for start, want := range map[string]int{"bids/": 2, "letters/": 2, "receipts/": 4, "closings/": 1, "check.": 2, "record.json": 1, "reports/opening.pdf": 1, "reports/evaluation.pdf": 1} {
		if n := whole(start); n != want {
			t.Errorf("%d files of %s, not %d", n, start, want)
		}
	}
	if r := ocds.Read(files["record.json"]); len(r.Plans) != 1 || r.Shape != ocds.ShapeRecordPackage {
		t.Errorf("the record reads as %+v", r)
	}
	// What nobody opened is readable nowhere: the price of who failed, the bid that was withdrawn, no key.
	papers := ""
	for name, data := range files {
		if strings.HasSuffix(name, ".pdf") {
			on := paperText(data)
			papers += on
			data = append(slices.Clone(data), on...)
		}
		for _, hidden := range []string{"4712.13", "18848.52", "4713.13", "18852.52", "licence-2.pdf", "draft_key", "file_key", "wrapped", "age-encryption", `"sealed":`} {
			if !strings.HasPrefix(name, "check") && bytes.Contains(data, []byte(hidden)) {
				t.Errorf("%s tells %q", name, hidden)
			}
		}
	}
	for _, opened := range []string{"4711.13", "18844.52"} {
		if !strings.Contains(papers, opened) {
			t.Errorf("no paper tells %s, which was opened: %s", opened, papers)
		}
	}
	if n := w.Count("SELECT count(*) FROM audit_entry WHERE action = 'archive.bundle.taken' AND object_id = $1", c.Job); n != 1 {
		t.Errorf("it was taken %d times, by the log", n)
	}
	forged(t, w, c, files)
}

// forged is what somebody may do to a bundle, each by itself; the checker names each.
func forged(t *testing.T, w *story.World, c *story.Category, genuine map[string][]byte) {
	t.Helper()
	key := w.Notary.Key()
	stranger, err := seal.OpenNotary(t.TempDir(), w.Notary.Origin())
	w.Must(err)
	note := "closings/" + c.ID.String() + ".note"
	receipts := slices.DeleteFunc(slices.Sorted(maps.Keys(genuine)), func(s string) bool { return !strings.HasPrefix(s, "receipts/") })
	isCounted := func(name string) bool { return bytes.Contains(genuine[name], []byte(`"closing"`)) }
	counted := receipts[slices.IndexFunc(receipts, isCounted)]
	other := receipts[slices.IndexFunc(receipts, func(s string) bool { return s != counted })]
	bids := slices.DeleteFunc(slices.Sorted(maps.Keys(genuine)), func(s string) bool { return !strings.HasPrefix(s, "bids/") })
	swap := func(name, from, to string) func(map[string][]byte) {
		return func(f map[string][]byte) {
			if !bytes.Contains(f[name], []byte(from)) {
				t.Fatalf("%s has no %q", name, from)
			}
			f[name] = bytes.Replace(f[name], []byte(from), []byte(to), 1)
		}
	}
	again := func(by *seal.Notary, change func(map[string][]byte)) func(map[string][]byte) {
		return func(f map[string][]byte) { change(f); resign(t, by, c.Job, w.Officer.Org, f) }
	}
	inProof := func(name string, change func(*seal.Proof)) func(map[string][]byte) {
		return func(f map[string][]byte) {
			p, err := seal.ReadProof(f[name])
			w.Must(err)
			change(&p)
			f[name], err = json.Marshal(p)
			w.Must(err)
		}
	}
	foreign, err := seal.ReadProof(genuine[other])
	w.Must(err)
	for name, x := range map[string]struct {
		do    func(map[string][]byte)
		names string
	}{
		"a byte of a bid":    {func(f map[string][]byte) { f[bids[0]] = append([]byte("x"), f[bids[0]][1:]...) }, "was changed"},
		"a bid cut short":    {func(f map[string][]byte) { f[bids[0]] = f[bids[0]][:9] }, "bytes and not"},
		"a bid emptied":      {func(f map[string][]byte) { f[bids[0]] = nil }, "has 0 bytes"},
		"a bid gone":         {func(f map[string][]byte) { delete(f, bids[0]) }, "is missing"},
		"a bid added":        {func(f map[string][]byte) { f["bids/late.pdf"] = story.PDF }, "bids/late.pdf does not belong"},
		"a bid renamed":      {func(f map[string][]byte) { f["bids/x.pdf"] = f[bids[0]]; delete(f, bids[0]) }, "is missing"},
		"the data changed":   {swap("data/job.jsonl", "archived", "arcnived"), "data/job.jsonl was changed"},
		"the record changed": {swap("record.json", "compiled", "complied"), "record.json was changed"},
		"a line of the manifest gone": {func(f map[string][]byte) {
			f["manifest.txt"] = f["manifest.txt"][bytes.IndexByte(f["manifest.txt"], '\n')+1:]
		}, "manifest.txt is not the one that was signed"},
		"the manifest gone":         {func(f map[string][]byte) { delete(f, "manifest.txt") }, "manifest.txt is missing"},
		"the note gone":             {func(f map[string][]byte) { delete(f, "bundle.note") }, "bundle.note is missing"},
		"another job in the note":   {swap("bundle.note", c.Job.String(), uuid.NewString()), "bundle.note: its signature does not fit"},
		"another count in the note": {swap("bundle.note", "\nfiles ", "\nfiles 1"), "bundle.note: its signature does not fit"},
		"another day in the note":   {swap("bundle.note", "\nmade 2", "\nmade 3"), "bundle.note: its signature does not fit"},
		"no signature": {func(f map[string][]byte) {
			f["bundle.note"] = f["bundle.note"][:bytes.Index(f["bundle.note"], []byte("\n\n"))+1]
		}, "bundle.note: no signed note"},
		"signed by a stranger":  {again(stranger, func(f map[string][]byte) { f["key.txt"] = []byte(stranger.Key() + "\n") }), "bundle.note: signed with another key"},
		"a path that leads out": {again(w.Notary, func(f map[string][]byte) { f["x/../../y"] = nil }), "not a name in a bundle"},
		// Even who holds the platform's key does not exchange what bidders have taken home.
		"a counted receipt left out":     {again(w.Notary, func(f map[string][]byte) { delete(f, counted) }), "receipts are here"},
		"a receipt under another's name": {again(w.Notary, func(f map[string][]byte) { f[counted] = f[other] }), "the receipt of another bid"},
		"a receipt's hour":               {again(w.Notary, inProof(counted, func(p *seal.Proof) { p.Receipt = strings.Replace(p.Receipt, "\nreceived 2", "\nreceived 1", 1) })), "receipt: its signature does not fit"},
		"another entry of the log":       {again(w.Notary, inProof(counted, func(p *seal.Proof) { p.Log = foreign.Log })), "another receipt's entry of the log"},
		"an entry rewritten":             {again(w.Notary, inProof(counted, func(p *seal.Proof) { p.Log.Entry += " " })), "entry of the log: it does not stand there"},
		"a proof cut":                    {again(w.Notary, inProof(counted, func(p *seal.Proof) { p.Log.Proof = p.Log.Proof[1:] })), "entry of the log: it does not stand there"},
		"another place in the closing":   {again(w.Notary, inProof(counted, func(p *seal.Proof) { p.Closing.Index ^= 1 })), "place in the closing: it does not stand there"},
		"a closing rewritten":            {again(w.Notary, swap(note, "\ncount 2", "\ncount 1")), note + ": its signature does not fit"},
		"a closing left out":             {again(w.Notary, func(f map[string][]byte) { delete(f, note) }), "the closing of its category is not here"},
	} {
		files := maps.Clone(genuine)
		x.do(files)
		if files["x/../../y"] == nil {
			delete(files, "x/../../y") // listed, and nowhere to lie
		}
		if out, ok := checked(t, key, files); ok || !strings.Contains(out, x.names) {
			t.Errorf("%s: %s", name, out)
		}
	}
}

// resign writes manifest and note anew, as who holds a key could.
func resign(t *testing.T, by *seal.Notary, job, owner uuid.UUID, files map[string][]byte) {
	t.Helper()
	delete(files, "manifest.txt")
	was, err := by.Bundle(files["bundle.note"])
	if err != nil {
		was = seal.Bundle{Job: job, Buyer: owner, Made: time.Date(2034, 1, 1, 0, 0, 0, 0, time.UTC)}
	}
	delete(files, "bundle.note")
	var text bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&text, "%x %d %s\n", sha256.Sum256(files[name]), len(files[name]), name)
	}
	was.Files, was.Manifest = int64(len(files)), sha256.Sum256(text.Bytes())
	note, err := by.SignBundle(was)
	if err != nil {
		t.Fatal(err)
	}
	files["manifest.txt"], files["bundle.note"] = text.Bytes(), note
}

// Who may not take a document takes no bundle, and nobody takes one of a job of which
// part is closed to them.
func TestWhoTakesABundle(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	one, _ := keepers(w)
	c := failed(w)
	in := archivesvc.AskedBundle{Owner: w.Officer.Org, Job: c.Job}
	ask := func(a access.Actor, in archivesvc.AskedBundle) error {
		_, err := w.StartBundle(w.Context(), a, in)
		return err
	}
	w.Is(ask(w.Officer, in), kept.NotFound) // not archived yet
	w.Must(w.Archive.Enter(w.Context(), one, c.Job))
	clerk := w.Officer
	clerk.Privileges = []access.Privilege{access.ManageJob, access.EvaluateBids}
	w.Is(ask(clerk, in), fault.Forbidden)
	w.Is(ask(w.Bidders[0], in), fault.Forbidden)
	stranger := w.Person("buyer", access.Buyer, uuid.Nil)
	w.Is(ask(stranger, in), fault.Forbidden)
	w.Is(ask(stranger, archivesvc.AskedBundle{Owner: stranger.Org, Job: c.Job}), kept.NotFound)
	w.Is(ask(one, in), party.ServiceOff) // what bids say is for who does the buyer's work
	_, err := pgtest.Do(w.Context(), w.DB, "INSERT INTO category_access (account_id, category_id, buyer_id, allowed) VALUES ($1, $2, $3, false)", w.Second.User, c.ID, w.Officer.Org)
	w.Must(err)
	w.Is(ask(w.Second, in), kept.PartClosed)

	id, err := w.StartBundle(w.Context(), w.Officer, in)
	w.Must(err)
	w.Must(w.Tasks.Drain(w.Context()))
	got, err := w.Tasks.Get(w.Context(), w.Officer, id)
	w.Must(err)
	var counts map[string]int64
	w.Must(json.Unmarshal(got.Result, &counts))
	if got.State != "completed" || !got.HasFile || counts["files"] < 10 || counts["missing"] != 0 {
		t.Errorf("%+v %v", got, counts)
	}
	// Nobody waits for what was stopped: whoever hears of it ends it.
	var to bytes.Buffer
	ctx, stop := context.WithCancel(w.Context())
	_, err = w.Archive.Bundle(ctx, w.Officer, in, false, &to, func(int64, int64) error { stop(); return ctx.Err() })
	if err == nil {
		t.Error("it was written to its end")
	}
}
