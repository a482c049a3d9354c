package auction

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// A told is a room whose ledger is kept for its log.
type told struct {
	*testing.T
	Auction
	ledger []Event
}

func (r *told) has(e Event, err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
	r.ledger = append(r.ledger, e)
}

func (r *told) bids(who int, price string, at time.Duration, paper bool) {
	r.Helper()
	b := Bid{Participant: bidder(who), Amount: amount(price), Confirmed: true, Surrogate: paper, Reason: "Mrs. Doe wrote"}
	if paper {
		scan := bidder(80)
		b.Paper = &scan
	}
	r.has(r.Apply(b, nil, ten.Add(at)))
}

func (r *told) voids(seq int64, at time.Duration) {
	r.Helper()
	bid := r.ledger[seq-1]
	var last *Mark
	if m, ok := Standing(append(bytesOf(r.ledger), Event{Kind: WasVoided, Voids: &seq}))[*bid.Participant]; ok {
		last = &m
	}
	r.has(r.Unbid(Host{By: bidder(90), Reason: "A slip"}, bid, false, last, ten.Add(at)))
}

func bytesOf(l []Event) []Event { return append([]Event(nil), l...) }

// rooms are closed rooms in which between them everything happens that can.
func rooms(t *testing.T) map[string]*told {
	host := Host{By: bidder(90), Reason: "Said by Mrs. Doe to Mr. Roe"}
	begun := func(change func(*Auction)) *told {
		r := &told{T: t, Auction: reverse()}
		r.ID, r.Status, r.Marks = uuid.MustParse("0198c0de-0000-7000-8000-000000000001"), Draft, map[uuid.UUID]Mark{}
		change(&r.Auction)
		r.has(r.Publish(bidder(90), ten.Add(-time.Hour)), nil)
		return r
	}
	by := begun(func(*Auction) {})
	by.bids(0, "50000", time.Minute, false)
	by.bids(1, "49000", 2*time.Minute, true)
	by.bids(0, "48000.50", 3*time.Minute, false)
	by.voids(4, 4*time.Minute)
	by.has(by.Note(host, WasBlocked, &uuid.UUID{15: 2}, ten.Add(5*time.Minute)))
	by.has(by.Pause(host, ten.Add(6*time.Minute)))
	by.has(by.Resume(host, ten.Add(16*time.Minute)))
	by.bids(2, "48000", 69*time.Minute, false)
	by.has(by.Move(host, ten.Add(120*time.Minute), ten.Add(70*time.Minute)))
	by.has(by.Note(host, WasSaid, nil, ten.Add(71*time.Minute)))
	by.bids(1, "47000", 119*time.Minute, false)
	by.has(by.Close(Host{}, ten.Add(121*time.Minute)))

	tie := begun(func(a *Auction) {
		a.Reference, a.Best, a.StepAmount, a.StepPercent, a.Start = Own, sourcing.Highest, nil, share("2.5"), nil
		a.From, a.Trigger, a.TriggerRank, a.MaxExtensions = FromEnd, TopRank, 1, 2
		reserve := amount("1500.50")
		a.Reserve, a.Salt = &reserve, bytes.Repeat([]byte{7}, SaltSize)
		a.Commitment = a.Commit(a.Salt)
	})
	tie.bids(1, "1000.01", time.Minute, false)
	tie.bids(0, "1000.01", 2*time.Minute, false)
	tie.bids(0, "1025.02", 59*time.Minute, false)
	tie.bids(1, "1025.02", 59*time.Minute, false)
	tie.bids(2, "2000", 61*time.Minute, false)
	tie.bids(2, "3000", 63*time.Minute, false)
	tie.has(tie.Close(host, ten.Add(64*time.Minute-time.Second)))

	lead := begun(func(a *Auction) { a.Trigger, a.HardEnd = NewLeader, ten.Add(61*time.Minute) })
	lead.bids(0, "500", 59*time.Minute, false)
	lead.bids(0, "400", 60*time.Minute, false)
	lead.bids(1, "300", 60*time.Minute+1, false)
	lead.has(lead.Pause(host, ten.Add(60*time.Minute+2*time.Second)))
	lead.has(lead.Close(host, ten.Add(99*time.Minute)))

	none := begun(func(a *Auction) { a.Window = 0 })
	none.has(none.Close(Host{}, ten.Add(time.Hour)))
	return map[string]*told{"by": by, "tie": tie, "lead": lead, "none": none}
}

func aliased() map[uuid.UUID]int {
	return map[uuid.UUID]int{bidder(0): 3, bidder(1): 300, bidder(2): 1}
}

func notary(t *testing.T) *seal.Notary {
	n, err := seal.OpenNotary(t.TempDir(), "zabuni.org/log")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// foreign runs docs/check-auction.mjs, which knows docs/formats.md alone, over logs.
func foreign(t *testing.T, key string, logs [][]byte) []string {
	t.Helper()
	program, err := filepath.Abs("../../docs/check-auction.mjs")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(program)
	if n := bytes.Count(text, []byte{'\n'}); err != nil || n > 100 {
		t.Errorf("%d lines, %v", n, err)
	}
	dir := t.TempDir()
	args := []string{program, key}
	for i, log := range logs {
		args = append(args, fmt.Sprint(i))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), log, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "node", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	said := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(said) != len(logs) || strings.Contains(string(out), "REFUSED") != (err != nil) {
		t.Fatalf("%v, %d of %d: %.2000s", err, len(said), len(logs), out)
	}
	return said
}

// What a room leaves is computed again from its log by our rule and by a program of others; the log names nobody.
func TestALogOfARoomIsCheckedByAnybody(t *testing.T) {
	n := notary(t)
	for name, r := range rooms(t) {
		log, err := r.Log(r.ledger, aliased(), n.SignRoom)
		if err != nil {
			t.Fatal(name, err)
		}
		if _, err := CheckLog(log, n.Verifier); err != nil {
			t.Errorf("%s: %v\n%s", name, err, log)
		}
		if said := foreign(t, n.Key(), [][]byte{log}); !strings.Contains(said[0], ": genuine: ") {
			t.Errorf("%s: %s\n%s", name, said, log)
		}
		for _, secret := range []string{"Doe", "Roe", "slip", bidder(0).String(), bidder(1).String(), bidder(90).String()} {
			if bytes.Contains(log, []byte(secret)) {
				t.Errorf("%s tells %q", name, secret)
			}
		}
		if name == "tie" && !bytes.Contains(log, []byte(`{"rank":2,"alias":3,"amount":"1025.02","seq":4},{"rank":3,"alias":300,"amount":"1025.02","seq":5}`)) {
			t.Errorf("of equal prices the earlier is not ahead\n%s", log)
		}
	}
	open := rooms(t)["by"]
	open.Status = Published
	if _, err := open.Log(open.ledger, aliased(), n.SignRoom); err == nil {
		t.Error("a log of an open room")
	}
}

// Whatever byte is another, the first line that is wrong is the one in which it stands.
func TestAByteThatIsAnotherIsNamedByItsLine(t *testing.T) {
	n := notary(t)
	r := rooms(t)["by"]
	log, err := r.Log(r.ledger, aliased(), n.SignRoom)
	if err != nil {
		t.Fatal(err)
	}
	var spoilt [][]byte
	for at := range log {
		other := bytes.Clone(log)
		other[at] ^= 1
		want := fmt.Sprintf("line %d: ", bytes.Count(log[:at], []byte{'\n'})+1)
		if _, err := CheckLog(other, n.Verifier); err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("byte %d: %v, want %s", at, err, want)
		}
		spoilt = append(spoilt, other)
	}
	for at, said := range foreign(t, n.Key(), spoilt) {
		want := fmt.Sprintf(": REFUSED: line %d: ", bytes.Count(log[:at], []byte{'\n'})+1)
		if !strings.Contains(said, want) {
			t.Fatalf("byte %d: %s, want %s", at, said, want)
		}
	}
	for _, other := range [][]byte{nil, log[:len(log)-1], append(bytes.Clone(log), '\n'), append(bytes.Clone(log), log...)} {
		if _, err := CheckLog(other, n.Verifier); err == nil {
			t.Errorf("%d bytes pass", len(other))
		}
	}
	if _, err := CheckLog(log, notary(t).Verifier); err == nil {
		t.Error("another key's log passes")
	}
}

// What the platform itself would sign falsely is found by both: the result follows from the events, the events from the rules.
func TestALogThatWasSignedFalselyIsFound(t *testing.T) {
	n := notary(t)
	var logs [][]byte
	for name, spoil := range map[string]func(*told){
		"a weak bid":         func(r *told) { r.ledger[2].Amount = decimal(money.New(49950, 0)) },
		"a late end":         func(r *told) { r.ledger[11].EndsAfter = r.ledger[11].EndsAfter.Add(time.Microsecond) },
		"one move too many":  func(r *told) { r.ledger[11].Extensions++ },
		"a bid that is gone": func(r *told) { r.ledger = append(bytesOf(r.ledger[:2]), r.ledger[3:]...) },
		"a bid in the pause": func(r *told) {
			r.ledger[8].At = ten.Add(17 * time.Minute)
			r.ledger[7], r.ledger[8] = r.ledger[8], r.ledger[7]
		},
		"another end": func(r *told) { r.EndsAt = r.EndsAt.Add(time.Second) },
		"a void bid that counts": func(r *told) {
			r.ledger[4].Kind, r.ledger[4].Voids, r.ledger[4].Participant = WasSaid, nil, nil
			r.ledger[11].Voids = nil
			r.ledger[8].Amount = decimal(amount("47950"))
		},
	} {
		r := rooms(t)["by"]
		spoil(r)
		log, err := r.Log(r.ledger, aliased(), n.SignRoom)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := CheckLog(log, n.Verifier); err == nil {
			t.Errorf("%s passes", name)
		}
		logs = append(logs, log)
	}
	for _, said := range foreign(t, n.Key(), logs) {
		if !strings.Contains(said, "REFUSED") {
			t.Error(said)
		}
	}
}
