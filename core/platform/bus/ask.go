package bus

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
)

const questions = "ask." // outside of Space: a question is never stored

// Ask sends a question to one of those who answer the subject and waits for the
// answer until ctx ends; where nobody answers it fails at once.
func (b *Bus) Ask(ctx context.Context, subject string, question []byte) ([]byte, error) {
	m, err := b.conn.RequestWithContext(ctx, questions+subject, question)
	if err != nil {
		return nil, fmt.Errorf("nats: ask %s: %w", subject, err)
	}
	return m.Data, nil
}

// Answer answers questions until stop; of several that answer a subject one gets
// each question. fn runs concurrently.
func (b *Bus) Answer(subject string, fn func(question []byte) []byte) (stop func(), err error) {
	sub, err := b.conn.QueueSubscribe(questions+subject, "answer", func(m *nats.Msg) {
		go func() { _ = m.Respond(fn(m.Data)) }()
	})
	if err != nil {
		return nil, fmt.Errorf("nats: answer %s: %w", subject, err)
	}
	if err := b.conn.Flush(); err != nil { // from now on no question is missed
		return nil, fmt.Errorf("nats: answer %s: %w", subject, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}
