package main

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// The log of a room and the certificate of a destruction are checked as a proof is: alone, and not with another's key.
func TestALogAndACertificateAreCheckedWithoutTheServer(t *testing.T) {
	dir := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ours, err := seal.OpenNotary(t.TempDir(), "zabuni.test/log")
	must(err)
	other, err := seal.OpenNotary(t.TempDir(), "other.example/log")
	must(err)

	ten, step, bidder := time.Date(2026, 11, 26, 10, 0, 0, 0, time.UTC), money.New(100, 0), uuid.New()
	a := auction.Auction{Best: sourcing.Lowest, Currency: "KES", Marks: map[uuid.UUID]auction.Mark{}, Rules: auction.Rules{Visibility: auction.SeeBestRank, Reference: auction.Leader,
		StepAmount: &step, Jump: money.NewQuantity(20, 0), StartsAt: ten, EndsAt: ten.Add(time.Hour), HardEnd: ten.Add(time.Hour), From: auction.FromReceipt, Trigger: auction.AnyBid}}
	a.ID, a.Status = uuid.New(), auction.Draft
	ledger := []auction.Event{a.Publish(uuid.New(), ten.Add(-time.Hour))}
	bid, err := a.Apply(auction.Bid{Participant: bidder, Amount: money.New(5000, 0)}, nil, ten.Add(time.Minute))
	must(err)
	end, err := a.Close(auction.Host{}, ten.Add(time.Hour))
	must(err)
	room, err := a.Log(append(ledger, bid, end), map[uuid.UUID]int{bidder: 1}, ours.SignRoom)
	must(err)

	list := "bid x\n"
	who := seal.Witness{ID: uuid.New(), At: ten, Name: "Grace"}
	decided := who
	decided.ID = uuid.New()
	note, err := ours.SignDisposal(seal.Disposal{ID: uuid.New(), Job: uuid.New(), Buyer: uuid.New(), KeptUntil: "2026-11-25", Basis: "closing 2019-11-25",
		Proposed: who, Decided: decided, Destroyed: ten, Files: 1, Bytes: 1, Bids: 1, List: sha256.Sum256([]byte(list))})
	must(err)
	cert, err := json.Marshal(seal.Certificate{Format: seal.CertificateFormat, Key: ours.Key(), Note: string(note), List: list})
	must(err)

	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		must(os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	for _, x := range []struct {
		name string
		args []string
		want int
	}{
		{"a log", []string{write("log", string(room)), ours.Key()}, 0},
		{"a log and another key", []string{write("log", string(room)), other.Key()}, 1},
		{"a log with another price", []string{write("log2", strings.Replace(string(room), `"5000"`, `"4000"`, 1)), ours.Key()}, 1},
		{"a certificate", []string{write("cert", string(cert))}, 0},
		{"a certificate and its key", []string{write("cert", string(cert)), ours.Key()}, 0},
		{"a certificate and another key", []string{write("cert", string(cert)), other.Key()}, 1},
		{"a certificate of another list", []string{write("cert2", strings.Replace(string(cert), "bid x", "bid y", 1))}, 1},
		{"a certificate of more files", []string{write("cert3", strings.Replace(string(cert), "files 1", "files 2", 1))}, 1},
	} {
		env := func(name string) string { return map[string]string{"DATA": dir}[name] }
		if got := do(t.Context(), append([]string{"verify"}, x.args...), env); got != x.want {
			t.Errorf("%s: ends with %d, not %d", x.name, got, x.want)
		}
	}
	if !strings.Contains(string(room), `"5000"`) {
		t.Errorf("the log does not say the price: %s", room)
	}
}
