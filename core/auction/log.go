package auction

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// LogFormat names the form of a room's log, as docs/formats.md describes it.
const LogFormat = "zabuni/auction-log/v1"

// The lines of a log hold what every reader may know once the room is closed: aliases, never names, nothing that was
// written to one of them, and not who was kept from bidding.
type (
	logRules struct {
		Format        string    `json:"format"`
		Auction       uuid.UUID `json:"auction"`
		Best          string    `json:"best"`
		Currency      string    `json:"currency"`
		Digits        int       `json:"digits"`
		Reference     string    `json:"reference"`
		StepAmount    string    `json:"step_amount,omitempty"`
		StepPercent   string    `json:"step_percent,omitempty"`
		StartPrice    string    `json:"start_price,omitempty"`
		Commitment    string    `json:"reserve_commitment,omitempty"`
		StartsAt      string    `json:"starts_at"`
		EndsAt        string    `json:"ends_at"`
		HardEnd       string    `json:"hard_end"`
		Window        int64     `json:"window_seconds"`
		Extend        int64     `json:"extend_seconds"`
		From          string    `json:"extend_from"`
		Trigger       string    `json:"extend_on"`
		TriggerRank   int       `json:"trigger_rank"`
		MaxExtensions int       `json:"max_extensions"`
	}
	logEvent struct {
		Seq        int64  `json:"seq"`
		Kind       Kind   `json:"kind"`
		Alias      int    `json:"alias,omitempty"`
		Amount     string `json:"amount,omitempty"`
		Voids      int64  `json:"voids,omitempty"`
		At         string `json:"at"`
		EndsAfter  string `json:"ends_after"`
		Extensions int    `json:"extensions"`
	}
	logPlace struct {
		Rank   int    `json:"rank"`
		Alias  int    `json:"alias"`
		Amount string `json:"amount"`
		Seq    int64  `json:"seq"`
	}
	logResult struct {
		Result     []logPlace `json:"result"`
		EndsAt     string     `json:"ends_at"`
		Extensions int        `json:"extensions"`
		Reserve    string     `json:"reserve,omitempty"`
		Salt       string     `json:"reserve_salt,omitempty"`
	}
)

const logStamp = "2006-01-02T15:04:05.000000Z"

func logTime(t time.Time) string { return t.UTC().Format(logStamp) }

// chained adds a line to a log: each ends with the hash over the one before it and over what it says itself.
func chained(file []byte, before string, said any) ([]byte, string, error) {
	line, err := json.Marshal(said)
	if err != nil {
		return nil, "", err
	}
	line = line[:len(line)-1] // its last brace comes after the hash
	sum := sha256.Sum256(append([]byte(before), line...))
	chain := hex.EncodeToString(sum[:])
	return append(append(file, line...), `,"chain":"`+chain+"\"}\n"...), chain, nil
}

// Log is the log of a closed room: the rules, each event, the result, and the signed head. Whoever has it and the public
// key computes the result anew.
func (a Auction) Log(ledger []Event, aliases map[uuid.UUID]int, sign func(seal.Room) ([]byte, error)) ([]byte, error) {
	if a.Status != Ended || len(ledger) == 0 {
		return nil, sourcing.StillMoving.New("it is %s", a.Status)
	}
	said := []any{a.logRules(ledger)}
	for _, e := range ledger {
		said = append(said, logged(e, aliases))
	}
	a.Marks = Standing(ledger)
	var file []byte
	var err error
	chain := hex.EncodeToString(make([]byte, sha256.Size))
	for _, line := range append(said, a.logResult(aliases)) {
		if file, chain, err = chained(file, chain, line); err != nil {
			return nil, err
		}
	}
	head := seal.Room{Auction: a.ID, Lines: int64(len(said) + 1)}
	if _, err := hex.Decode(head.Head[:], []byte(chain)); err != nil {
		return nil, err
	}
	note, err := sign(head)
	if err != nil {
		return nil, err
	}
	last, err := noteLine(note)
	return append(file, last...), err
}

// logResult is who stands where at the end.
func (a Auction) logResult(aliases map[uuid.UUID]int) logResult {
	out := logResult{Result: []logPlace{}, EndsAt: logTime(a.EndsAt), Extensions: a.Extensions}
	if a.Reserve != nil {
		out.Reserve, out.Salt = a.Reserve.Short(), hex.EncodeToString(a.Salt)
	}
	for i, who := range a.Ranking() {
		m := a.Marks[who]
		out.Result = append(out.Result, logPlace{i + 1, aliases[who], m.Amount.Short(), m.Seq})
	}
	return out
}

func noteLine(note []byte) ([]byte, error) {
	line, err := json.Marshal(struct {
		Note string `json:"note"`
	}{string(note)})
	return append(line, '\n'), err
}

// logged is an event as every reader may know it.
func logged(e Event, aliases map[uuid.UUID]int) logEvent {
	line := logEvent{Seq: e.Seq, Kind: e.Kind, At: logTime(e.At), EndsAfter: logTime(e.EndsAfter), Extensions: e.Extensions}
	if e.Participant != nil && (e.Kind.IsBid() || e.Kind == WasVoided) {
		line.Alias = aliases[*e.Participant]
	}
	if e.Amount != nil {
		line.Amount = e.Amount.Short()
	}
	if e.Voids != nil {
		line.Voids = *e.Voids
	}
	return line
}

// logRules are the rules as they were when the first event came.
func (a Auction) logRules(ledger []Event) logRules {
	r := logRules{
		Format:        LogFormat,
		Auction:       a.ID,
		Best:          string(a.Best),
		Currency:      string(a.Currency),
		Digits:        a.Currency.Exponent(),
		Reference:     string(a.Reference),
		StartsAt:      logTime(a.StartsAt),
		EndsAt:        logTime(ledger[0].EndsAfter),
		HardEnd:       logTime(a.firstHardEnd(ledger)),
		Window:        int64(a.Window.Seconds()),
		Extend:        int64(a.Extend.Seconds()),
		From:          string(a.From),
		Trigger:       string(a.Trigger),
		TriggerRank:   a.TriggerRank,
		MaxExtensions: a.MaxExtensions,
	}
	if a.StepAmount != nil {
		r.StepAmount = a.StepAmount.Short()
	}
	if a.StepPercent != nil {
		r.StepPercent = a.StepPercent.Short()
	}
	if a.Start != nil {
		r.StartPrice = a.Start.Short()
	}
	r.Commitment = hex.EncodeToString(a.Commitment)
	return r
}

// firstHardEnd goes back from the last end in force to the published one. Where the host has moved it, the row no longer
// knows what it was: then it is the latest end before that, of which every earlier event follows as well.
func (a Auction) firstHardEnd(ledger []Event) time.Time {
	hard := a.HardEnd
	for i, e := range slices.Backward(ledger) {
		if i == 0 {
			break
		}
		before := ledger[i-1].EndsAfter
		switch e.Kind {
		case WasResumed:
			hard = hard.Add(before.Sub(e.EndsAfter))
		case WasMoved, WasClosed:
			if hard.Equal(e.EndsAfter) && !before.Equal(e.EndsAfter) {
				hard = before
			}
		}
	}
	return hard
}
