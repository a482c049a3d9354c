package trial_test

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/seal"
)

// events compares the audit entries with the events that the stream and the
// outbox hold: each entry is one event, told or waiting to be told.
func (c *checker) events() error {
	rows, err := c.owner.Query(c.ctx, "SELECT id FROM audit_entry")
	if err != nil {
		return err
	}
	entries, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return err
	}
	byEntry, err := c.published()
	if err != nil {
		return err
	}
	rows, err = c.owner.Query(c.ctx, "SELECT (payload->>'entry')::bigint FROM outbox")
	if err != nil {
		return err
	}
	waiting, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return err
	}
	for _, n := range waiting {
		if byEntry[n] == nil { // else its relay died between the stream and the deletion: it will be told again under the same id
			byEntry[n] = map[string]bool{"": true}
		}
	}
	for _, n := range entries {
		if len(byEntry[n]) != 1 {
			c.find(told, "audit entry %d has %d events", n, len(byEntry[n]))
		}
		delete(byEntry, n)
	}
	for n := range byEntry {
		c.find(told, "there is an event of audit entry %d, which is not there", n)
	}
	return nil
}

// published reads the whole stream: the ids of the messages about each entry.
func (c *checker) published() (map[int64]map[string]bool, error) {
	out := map[int64]map[string]bool{}
	hub, err := bus.Open(c.ctx, bus.Options{Dir: c.task.Dir + "/nats"})
	if err != nil {
		return nil, err
	}
	defer hub.Close()
	consumer, err := hub.Consumer(c.ctx, "auditor", []string{bus.Space}, time.Minute)
	if err != nil {
		return nil, err
	}
	for {
		batch, err := consumer.FetchNoWait(200)
		if err != nil {
			return nil, err
		}
		n := 0
		for m := range batch.Messages() {
			n++
			var e journal.Event
			if err := json.Unmarshal(m.Data(), &e); err != nil {
				return nil, err
			}
			if out[e.Entry] == nil {
				out[e.Entry] = map[string]bool{}
			}
			out[e.Entry][m.Headers().Get(jetstream.MsgIDHeader)] = true
			if err := m.Ack(); err != nil {
				return nil, err
			}
		}
		if err := batch.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
			return nil, err
		}
		if n == 0 {
			return out, nil
		}
	}
}

// log logs what is left and verifies: the heads that were acknowledged are
// beginnings of the last one, and entries from everywhere are in it.
func (c *checker) log() error {
	var all, logged int64
	for { // a call logs a batch
		size, err := c.Sequencer.Once(c.ctx)
		if err != nil {
			return err
		}
		if err := c.owner.QueryRow(c.ctx, "SELECT count(*), count(leaf) FROM audit_entry").Scan(&all, &logged); err != nil {
			return err
		}
		if size != logged {
			c.find(proved, "the log has %d leaves, and %d entries are in it", size, logged)
			return nil
		}
		if all == logged {
			break
		}
	}
	rows, err := c.owner.Query(c.ctx, "SELECT size, note FROM log_checkpoint ORDER BY size")
	if err != nil {
		return err
	}
	heads := map[int64]seal.Checkpoint{}
	var last seal.Checkpoint
	var size int64
	var note string
	_, err = pgx.ForEachRow(rows, []any{&size, &note}, func() (err error) {
		if last, err = c.Verifier.Checkpoint([]byte(note)); err != nil || last.Size != size {
			c.find(proved, "the head at %d does not verify: %v", size, err)
		}
		heads[size] = last
		return nil
	})
	if err != nil {
		return err
	}
	hashes, err := c.hashes()
	if err != nil {
		return err
	}
	for _, l := range c.said {
		if _, ok := heads[l.Version]; l.Kind == "logged" && !ok {
			c.find(kept, "the log's head at %d was acknowledged", l.Version)
		}
	}
	for size, head := range heads {
		proof, err := seal.ProveGrowth(size, last.Size, hashes)
		if err == nil {
			err = last.Continues(head, proof)
		}
		if err != nil {
			c.find(proved, "the head at %d is no beginning of the one at %d: %v", size, last.Size, err)
		}
	}
	return c.entries(all)
}

func (c *checker) hashes() (seal.Hashes, error) {
	rows, err := c.owner.Query(c.ctx, "SELECT hash FROM log_hash ORDER BY position")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (h seal.Hash, err error) {
		var raw []byte
		err = r.Scan(&raw)
		copy(h[:], raw)
		return h, err
	})
}

// entries proves about two hundred entries, spread over the whole log.
func (c *checker) entries(all int64) error {
	rows, err := c.owner.Query(c.ctx, "SELECT id FROM audit_entry WHERE id % $1 = 0 ORDER BY id", max(1, all/200))
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return err
	}
	for _, id := range ids {
		l, err := c.Sequencer.Prove(c.ctx, id)
		if err != nil {
			return err
		}
		head, err := c.Verifier.Checkpoint(l.Checkpoint)
		if err == nil {
			err = head.Includes(l.Index, l.Leaf, l.Proof)
		}
		if err != nil {
			c.find(proved, "audit entry %d: %v", id, err)
		}
	}
	return nil
}
