package serve

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/config"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// Questions that the opener answers, and how long who asks waits.
const (
	askMint   = "opener.mint"
	askRewrap = "opener.rewrap"
	askOpen   = "opener.open"

	keyTime  = 10 * time.Second
	openTime = 5 * time.Minute // a category of thousands of bids
)

type keyQuestion struct {
	Category uuid.UUID
	Envelope seal.Envelope
	ClosesAt time.Time
	Sequence int64
	Key      seal.CategoryKey // to bind anew
}

// A reply is what was asked for, or the fault by its code.
type reply struct {
	Key          seal.CategoryKey
	Code, Detail string
}

// openerLink reaches the opener over the bus.
type openerLink struct{ bus *bus.Bus }

// Mint implements app.OpenerLink. The opener reads the clock itself.
func (l openerLink) Mint(category uuid.UUID, e seal.Envelope, closesAt time.Time, sequence int64, _ time.Time) (seal.CategoryKey, error) {
	return l.ask(context.Background(), keyTime, askMint, keyQuestion{Category: category, Envelope: e, ClosesAt: closesAt, Sequence: sequence})
}

// Rewrap implements app.OpenerLink.
func (l openerLink) Rewrap(k seal.CategoryKey, closesAt time.Time, sequence int64, _ time.Time) (seal.CategoryKey, error) {
	return l.ask(context.Background(), keyTime, askRewrap, keyQuestion{Key: k, ClosesAt: closesAt, Sequence: sequence})
}

// Open implements app.OpenerLink.
func (l openerLink) Open(ctx context.Context, r openingsvc.Request) error {
	_, err := l.ask(ctx, openTime, askOpen, r)
	return err
}

func (l openerLink) ask(ctx context.Context, patience time.Duration, what string, question any) (seal.CategoryKey, error) {
	raw, err := json.Marshal(question)
	if err != nil {
		return seal.CategoryKey{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := l.bus.Ask(ctx, what, raw)
	if err != nil {
		return seal.CategoryKey{}, opening.NoOpener.Wrap(err, "the opener does not answer")
	}
	var r reply
	if err := json.Unmarshal(answer, &r); err != nil {
		return seal.CategoryKey{}, err
	}
	if r.Code != "" {
		return seal.CategoryKey{}, fault.Of(r.Code).New("opener: %s", r.Detail)
	}
	return r.Key, nil
}

// answerOpening does the opener's work for those who ask over the bus.
func (h *House) answerOpening(ctx context.Context) (stop func(), err error) {
	var stops []func()
	stop = func() {
		for _, fn := range stops {
			fn()
		}
	}
	answer := func(what string, patience time.Duration, do func(ctx context.Context, question []byte) (seal.CategoryKey, error)) {
		if err != nil {
			return
		}
		var one func()
		one, err = h.Bus.Answer(what, func(question []byte) []byte {
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			key, err := do(ctx, question)
			r := reply{Key: key}
			if err != nil {
				f := fault.As(err)
				r = reply{Code: f.Code, Detail: f.Detail}
				h.App.Log.Warn("refused", "what", what, "code", f.Code, "error", err.Error())
			}
			raw, err := json.Marshal(r)
			if err != nil {
				h.App.Log.Error("answer", "what", what, "error", err.Error())
			}
			return raw
		})
		if err == nil {
			stops = append(stops, one)
		}
	}
	answer(askMint, keyTime, func(ctx context.Context, question []byte) (seal.CategoryKey, error) {
		return h.key(ctx, question, func(q keyQuestion, now time.Time) (seal.CategoryKey, error) {
			return h.App.Opener.Mint(q.Category, q.Envelope, q.ClosesAt, q.Sequence, now)
		})
	})
	answer(askRewrap, keyTime, func(ctx context.Context, question []byte) (seal.CategoryKey, error) {
		return h.key(ctx, question, func(q keyQuestion, now time.Time) (seal.CategoryKey, error) {
			return h.App.Opener.Rewrap(q.Key, q.ClosesAt, q.Sequence, now)
		})
	})
	answer(askOpen, openTime, func(ctx context.Context, question []byte) (seal.CategoryKey, error) {
		var r openingsvc.Request
		if err := json.Unmarshal(question, &r); err != nil {
			return seal.CategoryKey{}, err
		}
		return seal.CategoryKey{}, h.App.Openings.Open(ctx, r)
	})
	if err != nil {
		stop()
	}
	return stop, err
}

func (h *House) key(ctx context.Context, question []byte, do func(q keyQuestion, now time.Time) (seal.CategoryKey, error)) (seal.CategoryKey, error) {
	var q keyQuestion
	if err := json.Unmarshal(question, &q); err != nil {
		return seal.CategoryKey{}, err
	}
	now, err := pg.ClockOf(ctx, h.DB.App)
	if err != nil {
		return seal.CategoryKey{}, err
	}
	return do(q, now)
}

// RunOpener opens bids for the other processes until ctx ends.
func RunOpener(ctx context.Context, s config.Settings) error {
	return runPart(ctx, s, Opener, func(ctx context.Context, h *House) (wait func(), err error) {
		return h.answerOpening(ctx)
	})
}
