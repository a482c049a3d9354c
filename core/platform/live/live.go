// Package live tells browsers that something changed: one stream a browser, of
// short words on topics. A word is a doorbell with a name: what it is about is
// read again through the interface, with the rights of that moment, so a word
// that is lost or comes twice harms nobody.
package live

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"zabuni.org/core/platform/bus"
)

const (
	remembered = 1024 // words, for readers that come back
	waiting    = 64   // words, for a reader that is slow
	maxTopics  = 32
)

// A word is one change.
type word struct {
	ID    string          `json:"id"`
	Topic string          `json:"topic"`
	Data  json.RawMessage `json:"data"`
}

// A Hub hands the words of all processes to the readers of this one.
type Hub struct {
	stop context.CancelFunc
	ctx  context.Context
	deaf func()

	mu      sync.Mutex
	past    []word // oldest first
	readers map[*reader]struct{}
	running sync.WaitGroup
}

type reader struct {
	words  chan word
	missed chan struct{} // has one when words did not fit
}

// Open listens to the bus until Close.
func Open(b *bus.Bus) (*Hub, error) {
	ctx, stop := context.WithCancel(context.Background())
	h := &Hub{ctx: ctx, stop: stop, readers: map[*reader]struct{}{}}
	var err error
	h.deaf, err = b.Hear(">", func(_ string, payload []byte) {
		var w word
		if json.Unmarshal(payload, &w) == nil {
			h.hand(w)
		}
	})
	if err != nil {
		stop()
		return nil, err
	}
	return h, nil
}

// Close ends all streams; their browsers come back to another process.
func (h *Hub) Close() {
	h.deaf()
	h.mu.Lock()
	h.stop()
	h.mu.Unlock()
	h.running.Wait()
}

// begin counts a stream, unless the hub is closing.
func (h *Hub) begin() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ctx.Err() != nil {
		return false
	}
	h.running.Add(1)
	return true
}

var topics = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[A-Za-z0-9_-]+)*$`)

// CheckTopics refuses what is no topic, and more than one reader needs.
func CheckTopics(list []string) error {
	if len(list) == 0 || len(list) > maxTopics {
		return fmt.Errorf("live: %d topics", len(list))
	}
	for _, t := range list {
		if len(t) > 128 || !topics.MatchString(t) {
			return fmt.Errorf("live: %q is no topic", t)
		}
	}
	return nil
}

// Tell sends a word to all readers of a topic, in every process. Call it after
// the commit of what it speaks of. data must not hold what only some may read.
func Tell(b *bus.Bus, topic string, data any) error {
	if err := CheckTopics([]string{topic}); err != nil {
		return err
	}
	raw, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("live: %s: %w", topic, err)
	}
	payload, err := json.Marshal(word{rand.Text(), topic, raw})
	if err != nil {
		return fmt.Errorf("live: %s: %w", topic, err)
	}
	b.Tell(topic, payload)
	return nil
}

func (h *Hub) hand(w word) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.past = append(h.past, w); len(h.past) >= 2*remembered {
		h.past = append(h.past[:0:0], h.past[len(h.past)-remembered:]...)
	}
	for r := range h.readers {
		select {
		case r.words <- w:
		default:
			select {
			case r.missed <- struct{}{}:
			default:
			}
		}
	}
}

// join adds a reader, with the words since the one it saw last. known is false
// when that is too long ago, or was said elsewhere.
func (h *Hub) join(last string) (r *reader, since []word, known bool) {
	r = &reader{words: make(chan word, waiting), missed: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.readers[r] = struct{}{}
	if last == "" {
		return r, nil, true
	}
	i := slices.IndexFunc(h.past, func(w word) bool { return w.ID == last })
	if i < 0 {
		return r, nil, false
	}
	return r, slices.Clone(h.past[i+1:]), true
}

func (h *Hub) leave(r *reader) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.readers, r)
}
