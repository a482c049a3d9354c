package auction

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
)

// What came on paper, why the host entered it and why it was made void is between the host and its bidder: no other reads any of
// it, whatever they see of prices, and neither where the bid moved the end.
func TestWhatCameOnPaperIsBetweenTheHostAndItsBidder(t *testing.T) {
	scan := bidder(80)
	for _, v := range []Visibility{SeeAll, SeeBestRank, SeeBest, SeeRank, SeeOwn} {
		a := reverse()
		a.Visibility, a.Reference, a.Marks = v, Own, map[uuid.UUID]Mark{}
		var ledger []Event
		has := func(e Event, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			ledger = append(ledger, e)
		}
		on := func(who int, price string, paper bool, at time.Duration) {
			t.Helper()
			b := Bid{Participant: bidder(who), Amount: amount(price), Confirmed: true}
			if paper {
				b.Surrogate, b.Reason, b.Paper = true, "Told to one", &scan
			}
			has(a.Apply(b, nil, ten.Add(at)))
		}
		on(0, "49000", false, time.Minute)
		on(1, "48000", true, 2*time.Minute)  // the best
		on(2, "49500", true, 59*time.Minute) // behind, and moves the end
		on(1, "47000", true, 60*time.Minute) // the best, and moves it again
		bid := ledger[3]
		has(a.Unbid(Host{By: bidder(90), Reason: "Told to one"}, bid, false, &Mark{amount("48000"), 2}, ten.Add(61*time.Minute)))
		me := bidder(0)
		for _, r := range []Reader{{Participant: &me}, {}} {
			seen := a.See(r, 3, ledger, ten.Add(61*time.Minute))
			raw, err := json.Marshal(seen)
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{"Told to one", scan.String(), string(WasSurrogate), bidder(90).String()} {
				if bytes.Contains(raw, []byte(secret)) {
					t.Errorf("who sees %s reads %q: %s", v, secret, raw)
				}
			}
			moved := 0
			for _, l := range seen.Lines {
				if l.EndsAfter.After(ten.Add(time.Hour)) {
					moved++
				}
			}
			if moved < 2 {
				t.Errorf("who sees %s is not told that the end has moved: %s", v, raw)
			}
		}
		for who, want := range map[int]int{1: 3, 2: 1} { // who it is about reads it
			its := bidder(who)
			said := 0
			for _, l := range a.See(Reader{Participant: &its}, 3, ledger, ten.Add(61*time.Minute)).Lines {
				if l.Mine && l.Reason == "Told to one" {
					said++
				}
			}
			if said != want {
				t.Errorf("where one sees %s bidder %d reads %d of %d reasons", v, who, said, want)
			}
		}
	}
}

// The log says the last end as it was published, whatever the host has moved since.
func TestTheLogSaysThePublishedLastEnd(t *testing.T) {
	n, published := notary(t), reverse().HardEnd
	host := Host{By: bidder(90), Reason: "A reason"}
	for name, acts := range map[string]func(*told){
		"paused twice": func(r *told) {
			r.has(r.Pause(host, ten.Add(6*time.Minute)))
			r.has(r.Resume(host, ten.Add(16*time.Minute)))
			r.has(r.Pause(host, ten.Add(20*time.Minute)))
			r.has(r.Resume(host, ten.Add(21*time.Minute)))
		},
		"paused and moved": func(r *told) {
			r.has(r.Pause(host, ten.Add(6*time.Minute)))
			r.has(r.Resume(host, ten.Add(16*time.Minute)))
			r.has(r.Move(host, ten.Add(80*time.Minute), ten.Add(20*time.Minute)))
		},
	} {
		r := &told{T: t, Auction: reverse()}
		r.ID, r.Status, r.Marks = uuid.MustParse("0198c0de-0000-7000-8000-000000000001"), Draft, map[uuid.UUID]Mark{}
		r.has(r.Publish(bidder(90), ten.Add(-time.Hour)), nil)
		acts(r)
		// Bids move the end on, to where nothing moves it any more.
		for i := range 60 {
			at := r.EndsAt.Add(-time.Second)
			r.has(r.Apply(Bid{Participant: bidder(i % 2), Amount: money.New(40000-100*int64(i), 0), Confirmed: true}, nil, at))
		}
		if !r.EndsAt.Equal(r.HardEnd) {
			t.Errorf("%s: it ends %s, at most %s", name, r.EndsAt, r.HardEnd)
		}
		r.has(r.Close(Host{}, r.EndsAt))
		log, err := r.Log(r.ledger, aliased(), n.SignRoom)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(log, []byte(`"hard_end":"`+logTime(published)+`"`)) {
			t.Errorf("%s: no hard end %s in %.400s", name, published, log)
		}
		if _, err := CheckLog(log, n.Verifier); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if said := foreign(t, n.Key(), [][]byte{log}); len(said) != 1 || bytes.Contains([]byte(said[0]), []byte("REFUSED")) {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// A reserve that is told at the end and is not the one to which the published hash holds the buyer is found, by us and by others.
func TestAReserveThatIsNotThePublishedOneIsFound(t *testing.T) {
	n := notary(t)
	var logs [][]byte
	for name, spoil := range map[string]func(*told){
		"a lower one":                func(r *told) { r.Reserve = decimal(amount("900")) },
		"one whose salt is another":  func(r *told) { r.Salt = bytes.Repeat([]byte{8}, SaltSize) },
		"none":                       func(r *told) { r.Reserve = nil },
		"one that was not published": func(r *told) { r.Commitment = nil },
		"one of another auction":     func(r *told) { r.ID = uuid.MustParse("0198c0de-0000-7000-8000-000000000002") },
	} {
		r := rooms(t)["tie"]
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
		if !bytes.Contains([]byte(said), []byte("REFUSED")) {
			t.Error(said)
		}
	}
}
