package auction

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// CheckLog reads a log of a room again and tells of which line it is the first that is wrong.
func CheckLog(file []byte, key *seal.Verifier) (seal.Room, error) {
	bad := func(line int, why string, args ...any) (seal.Room, error) {
		return seal.Room{}, seal.BadNote.New("line %d: %s", line, fmt.Sprintf(why, args...)).With("line", line)
	}
	chain := hex.EncodeToString(make([]byte, sha256.Size))
	replay := &replay{}
	for n := 1; ; n++ {
		line, rest, whole := bytes.Cut(file, []byte{'\n'})
		if !whole {
			return bad(n, "it does not end")
		}
		if bytes.HasPrefix(line, []byte(`{"note":`)) {
			var last struct{ Note string }
			if err := json.Unmarshal(line, &last); err != nil {
				return bad(n, "%v", err)
			}
			written, err := noteLine([]byte(last.Note))
			if err != nil || !bytes.Equal(written[:len(written)-1], line) || len(rest) > 0 {
				return bad(n, "not in its one form")
			}
			room, err := key.Room([]byte(last.Note))
			if err != nil {
				return bad(n, "%v", err)
			}
			if room.Auction != replay.rules.Auction || room.Lines != int64(n-1) || hex.EncodeToString(room.Head[:]) != chain || !replay.over {
				return bad(n, "signed for another log")
			}
			return room, nil
		}
		said, given, ok := bytes.Cut(line, []byte(`,"chain":"`))
		sum := sha256.Sum256(append([]byte(chain), said...))
		chain = hex.EncodeToString(sum[:])
		if !ok || string(given) != chain+`"}` {
			return bad(n, "its hash is another")
		}
		if err := replay.line(n, append(bytes.Clone(said), '}')); err != nil {
			return bad(n, "%v", err)
		}
		file = rest
	}
}

// A replay decides each event of a log anew, by the rule that decided it in the room.
type replay struct {
	rules  logRules
	room   Auction
	ledger []Event
	over   bool // the result has come
}

func (r *replay) line(n int, said []byte) error {
	strict := json.NewDecoder(bytes.NewReader(said))
	strict.DisallowUnknownFields()
	if n == 1 {
		if err := strict.Decode(&r.rules); err != nil {
			return err
		}
		return r.begin()
	}
	if r.over {
		return errors.New("a line after the result")
	}
	if bytes.HasPrefix(said, []byte(`{"result":`)) {
		var told logResult
		if err := strict.Decode(&told); err != nil {
			return err
		}
		r.over = true
		return r.result(told)
	}
	var told logEvent
	if err := strict.Decode(&told); err != nil {
		return err
	}
	return r.event(told)
}

// begin makes the room of its rules.
func (r *replay) begin() error {
	if r.rules.Format != LogFormat {
		return fmt.Errorf("not a %s", LogFormat)
	}
	var failed error
	moment := func(s string) time.Time {
		t, err := time.Parse(logStamp, s)
		failed = errors.Join(failed, err)
		return t
	}
	price := func(s string) *money.Decimal {
		if s == "" {
			return nil
		}
		d, err := money.ParseDecimal(s)
		failed = errors.Join(failed, err)
		return &d
	}
	r.room = Auction{
		ID:       r.rules.Auction,
		Best:     sourcing.Direction(r.rules.Best),
		Currency: money.Currency(r.rules.Currency),
		Status:   Draft,
		Marks:    map[uuid.UUID]Mark{},
		Rules: Rules{
			Visibility:    SeeAll,
			Reference:     Reference(r.rules.Reference),
			StepAmount:    price(r.rules.StepAmount),
			Start:         price(r.rules.StartPrice),
			StartsAt:      moment(r.rules.StartsAt),
			EndsAt:        moment(r.rules.EndsAt),
			HardEnd:       moment(r.rules.HardEnd),
			Window:        time.Duration(r.rules.Window) * time.Second,
			Extend:        time.Duration(r.rules.Extend) * time.Second,
			From:          From(r.rules.From),
			Trigger:       Trigger(r.rules.Trigger),
			TriggerRank:   r.rules.TriggerRank,
			MaxExtensions: r.rules.MaxExtensions,
		},
	}
	if r.rules.StepPercent != "" {
		share, err := money.ParseQuantity(r.rules.StepPercent)
		failed = errors.Join(failed, err)
		r.room.StepPercent = &share
	}
	var f fault.Fields
	if r.room.Check(&f, r.room.Currency); failed == nil {
		failed = f.Err()
	}
	return failed
}

// event lets the rule decide what a line tells, and compares.
func (r *replay) event(told logEvent) error {
	at, err := time.Parse(logStamp, told.At)
	if err != nil {
		return err
	}
	ends, err := time.Parse(logStamp, told.EndsAfter)
	if err != nil {
		return err
	}
	e, err := r.decide(told, at, ends)
	if err != nil {
		return err
	}
	who := map[uuid.UUID]int{}
	if e.Participant != nil {
		who[*e.Participant] = told.Alias
	}
	if again := logged(e, who); again != told {
		return fmt.Errorf("by the rules it is %+v", again)
	}
	r.ledger = append(r.ledger, e)
	return nil
}

func (r *replay) decide(told logEvent, at, ends time.Time) (Event, error) {
	someone := uuid.UUID{14: byte(told.Alias >> 8), 15: byte(told.Alias)}
	host := Host{Reason: "told apart"}
	if len(r.ledger) == 0 {
		if told.Kind != WasPublished {
			return Event{}, errors.New("it begins with its publishing")
		}
		return r.room.Publish(uuid.Nil, at), nil
	}
	switch told.Kind {
	case WasBid, WasSurrogate:
		price, err := money.ParseDecimal(told.Amount)
		if err != nil || told.Alias < 1 || told.Alias > 0xffff {
			return Event{}, errors.New("a bid has an alias and an amount")
		}
		e, err := r.room.Apply(Bid{Participant: someone, Amount: price, Confirmed: true}, nil, at)
		e.Kind = told.Kind // paper and reason of what was entered are not in the log: it is decided as every bid is
		return e, err
	case WasVoided:
		return r.unbid(told, at)
	case WasPaused:
		return r.room.Pause(host, at)
	case WasResumed:
		return r.room.Resume(host, at)
	case WasMoved:
		return r.room.Move(host, ends, at)
	case WasClosed:
		if r.room.Status == Paused || at.Before(r.room.EndsAt) {
			host.By = uuid.Max
		}
		return r.room.Close(host, at)
	case WasBlocked, WasUnblocked, WasSaid:
		return r.room.Note(host, told.Kind, nil, at)
	}
	return Event{}, fmt.Errorf("no event is %q here", told.Kind)
}

func (r *replay) unbid(told logEvent, at time.Time) (Event, error) {
	var bid Event
	void := false
	for _, e := range r.ledger {
		if e.Seq == told.Voids {
			bid = e
		}
		void = void || e.Voids != nil && *e.Voids == told.Voids
	}
	if bid.Participant == nil {
		return Event{}, NoSuchBid.New("%d", told.Voids)
	}
	var last *Mark
	if m, ok := Standing(append(slices.Clone(r.ledger), Event{Kind: WasVoided, Voids: &told.Voids}))[*bid.Participant]; ok {
		last = &m
	}
	return r.room.Unbid(Host{}, bid, void, last, at)
}

// result compares the ranks with those that the events leave: of equal prices the earlier is ahead.
func (r *replay) result(told logResult) error {
	if r.room.Status != Ended {
		return errors.New("a result of a room that is not closed")
	}
	aliases := map[uuid.UUID]int{}
	for _, e := range r.ledger {
		if e.Kind.IsBid() {
			aliases[*e.Participant] = int((*e.Participant)[14])<<8 | int((*e.Participant)[15])
		}
	}
	if again := r.room.logResult(aliases); !slices.Equal(again.Result, told.Result) || again.EndsAt != told.EndsAt || again.Extensions != told.Extensions {
		return fmt.Errorf("by the events it is %+v", again)
	}
	return r.reserve(told)
}

// reserve opens the commitment that the rules published, where they did.
func (r *replay) reserve(told logResult) error {
	if r.rules.Commitment == "" && told.Reserve == "" && told.Salt == "" {
		return nil
	}
	salt, err := hex.DecodeString(told.Salt)
	if err != nil || len(salt) != SaltSize {
		return errors.New("the reserve has no salt")
	}
	price, err := money.ParseDecimal(told.Reserve)
	if err != nil {
		return err
	}
	r.room.Reserve = &price
	if hex.EncodeToString(r.room.Commit(salt)) != r.rules.Commitment || price.Short() != told.Reserve || hex.EncodeToString(salt) != told.Salt {
		return errors.New("the reserve is not the one that was published")
	}
	return nil
}
