package evaluationsvc_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/seal"
)

// checked runs docs/check.mjs, which knows docs/formats.md alone, over texts and
// returns what it says of each.
func checked(t *testing.T, key string, texts map[string]string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	program, err := filepath.Abs("../../../docs/check.mjs")
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(texts))
	args := []string{program, key}
	for i, name := range names {
		file := fmt.Sprint(i)
		if err := os.WriteFile(filepath.Join(dir, file), []byte(texts[name]), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	cmd := exec.CommandContext(t.Context(), "node", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput() // ends with 1 where something is refused
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(names) {
		t.Fatalf("%v: %s", err, out)
	}
	said := map[string]string{}
	refused := false
	for i, line := range lines {
		_, said[names[i]], _ = strings.Cut(line, ": ")
		refused = refused || strings.Contains(line, "REFUSED")
	}
	if refused != (err != nil) {
		t.Errorf("it ends with %v", err)
	}
	return said
}

// others are texts that differ from one in a letter, or in a letter more or less.
func others(text string) []string {
	var out []string
	step := max(1, len(text)/60)
	for at := 0; at < len(text); at += step {
		letter := "a"
		if text[at] == 'a' {
			letter = "b"
		}
		out = append(out, text[:at]+letter+text[at+1:])
	}
	return append(out, text[1:], text[:len(text)-1], text+"\n", text+text, "")
}

// spoilt are proofs of which one value is another, by the name of what was changed.
func spoilt(t *testing.T, proof, foreign []byte) map[string]string {
	t.Helper()
	out := map[string]string{}
	var put func(name string, root, holder, strange map[string]any)
	put = func(name string, root, holder, strange map[string]any) {
		for member, was := range holder {
			var tries []any
			switch v := was.(type) {
			case map[string]any:
				other, _ := strange[member].(map[string]any)
				put(name+"."+member, root, v, other)
				tries = []any{map[string]any{}, "x"}
			case []any:
				tries = []any{append([]any{strings.Repeat("0", 64)}, v...), append(slices.Clone(v), strings.Repeat("0", 64)), "x", nil}
				for i, hash := range v {
					tries = append(tries, slices.Delete(slices.Clone(v), i, i+1))
					for _, letters := range others(hash.(string)) {
						changed := slices.Clone(v)
						changed[i] = letters
						tries = append(tries, changed)
					}
				}
			case string:
				for _, other := range others(v) {
					tries = append(tries, other)
				}
				tries = append(tries, nil, 1)
			case float64:
				tries = []any{v + 1, v - 1, v + 0.5, -1, fmt.Sprint(v), nil}
			}
			if other, ok := strange[member]; ok && fmt.Sprint(other) != fmt.Sprint(was) {
				tries = append(tries, other)
			}
			for i, try := range tries {
				holder[member] = try
				text, err := json.Marshal(root)
				if err != nil {
					t.Fatal(err)
				}
				out[fmt.Sprintf("%s.%s %d", name, member, i)] = string(text)
			}
			holder[member] = was
		}
	}
	var own, other map[string]any
	if err := json.Unmarshal(proof, &own); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(foreign, &other); err != nil {
		t.Fatal(err)
	}
	put("proof", own, own, other)
	return out
}

// countedIn is a closing of a category as the platform would sign over this receipt alone.
func countedIn(c *story.Category, receipt string, category uuid.UUID) *seal.Counted {
	body := receipt[strings.Index(receipt, "submission ") : strings.Index(receipt, "\n\n")+1]
	root := tlog.RecordHash([]byte("zabuni/closing-leaf/v1\n" + body))
	note, err := c.Sequencer.Notary.SignClosing(seal.Closing{Category: category, Closed: time.Unix(0, 0), Count: 1, Root: root})
	c.Must(err)
	return &seal.Counted{Note: string(note), Proof: []string{}}
}

// logged is a log of one entry that the platform would sign.
func logged(c *story.Category, entry string) seal.InLog {
	head, err := c.Sequencer.Notary.SignCheckpoint(seal.Checkpoint{Size: 1, Root: tlog.RecordHash([]byte(entry))})
	c.Must(err)
	return seal.InLog{Entry: entry, Checkpoint: string(head), Proof: []string{}}
}

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// What the platform gives to bidders is checked by a foreign program of fifty lines
// that was written from docs/formats.md, and what was changed in it is refused.
func TestAForeignProgramOfFiftyLinesChecksWhatBiddersGet(t *testing.T) {
	t.Parallel()
	program, err := os.ReadFile("../../../docs/check.mjs")
	if lines := strings.Count(string(program), "\n"); err != nil || lines > 50 {
		t.Errorf("%d lines, %v", lines, err)
	}
	c := tender(t, 5)
	bids(c, [2]string{"Ten", "100"}, [2]string{"Five", "90"}, [2]string{"Ten", "80"}, [2]string{"Ten", "70"}, [2]string{"Five", "60"})
	proof := func(who access.Actor) (string, seal.Proof) {
		t.Helper()
		var id uuid.UUID
		c.Must(c.DB.QueryRow(t.Context(), "SELECT id FROM submission WHERE supplier_id = $1 ORDER BY version DESC LIMIT 1", who.Org).Scan(&id))
		_, data, err := c.Bidding.Proof(t.Context(), who, c.Bids[who.Org], id)
		c.Must(err)
		p, err := seal.ReadProof(data)
		c.Must(err)
		return string(data), p
	}
	genuine, open := map[string]string{}, map[string]string{}
	open["before the closing"], _ = proof(c.Bidders[0])
	c.Close()
	var parts []seal.Proof
	for i, who := range c.Bidders {
		text, p := proof(who)
		parts, genuine[fmt.Sprintf("proof of %d", i)] = append(parts, p), text
	}
	for name, text := range checked(t, parts[0].Key, genuine) {
		if !strings.HasPrefix(text, "genuine: ") || !strings.HasSuffix(text, " is logged and counted") {
			t.Errorf("%s: %s", name, text)
		}
	}
	own := parts[0]
	notes := map[string]string{"receipt": own.Receipt, "head": own.Log.Checkpoint, "closing": own.Closing.Note}
	for name, text := range checked(t, own.Key, notes) {
		if !strings.HasPrefix(text, "genuine: ") {
			t.Errorf("the %s: %s", name, text)
		}
	}
	for _, text := range checked(t, own.Key, open) {
		if !strings.HasSuffix(text, " is logged") {
			t.Error("before the closing:", text)
		}
	}

	bad := spoilt(t, []byte(genuine["proof of 0"]), []byte(genuine["proof of 3"]))
	for name, text := range notes {
		for i, other := range others(text) {
			bad[fmt.Sprintf("%s %d", name, i)] = other
		}
	}
	bad["a signature without its padding"] = strings.Replace(own.Receipt, "=\n", "\n", 1)
	bad["a signature with another padding"] = strings.Replace(own.Receipt, "=\n", "==\n", 1)
	read, err := c.Sequencer.Notary.Receipt([]byte(own.Receipt))
	c.Must(err)
	stranger, err := seal.OpenNotary(t.TempDir(), "zabuni.org/log")
	c.Must(err)
	receipt, err := stranger.Sign(seal.Receipt{Submission: uuid.New(), Category: c.ID, Supplier: uuid.New(), Version: 1, Nonce: seal.NewNonce()})
	c.Must(err)
	bad["signed by another key of the same name"] = string(receipt)
	for name, spoil := range map[string]func(*seal.Proof){
		"a closing of another category": func(p *seal.Proof) { p.Closing = countedIn(c, p.Receipt, uuid.New()) },
		"an entry of another receipt": func(p *seal.Proof) {
			p.Log = logged(c, fmt.Sprintf(`{"object_id":%q,"detail":{"receipt_sha256":"00"}}`, read.Submission))
		},
		"an entry of another submission": func(p *seal.Proof) {
			p.Log = logged(c, fmt.Sprintf(`{"object_id":%q,"detail":{"receipt_sha256":%q}}`, uuid.New(), sumOf(own.Receipt)))
		},
	} {
		p := own
		spoil(&p)
		text, err := json.Marshal(p)
		c.Must(err)
		bad[name] = string(text)
	}
	said := checked(t, own.Key, bad)
	if len(said) < 900 {
		t.Errorf("only %d were tried", len(said))
	}
	for name, text := range said {
		if !strings.HasPrefix(text, "REFUSED: ") && !(strings.HasPrefix(name, "proof.closing ") && strings.HasSuffix(text, " is logged")) {
			t.Errorf("%s: %s", name, text)
		}
	}
	for name, text := range checked(t, stranger.Key(), genuine) {
		if !strings.HasPrefix(text, "REFUSED: ") {
			t.Errorf("%s under another key: %s", name, text)
		}
	}
}
