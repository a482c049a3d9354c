// Package bus is the platform's NATS: a cluster by its address, or a server
// inside this process. Durable work goes through the one stream; doorbells are
// plain messages that may get lost, so that nothing may depend on hearing one.
// Postgres is the truth: no request of a person waits for a publish.
package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// Stream holds the events of all verticals.
	Stream = "ZABUNI"
	// Space is the subjects of the stream.
	Space = "zabuni.>"

	bells      = "bell." // outside of Space: a doorbell is never stored
	kept       = 14 * 24 * time.Hour
	duplicates = 2 * time.Minute
	starting   = 20 * time.Second
	draining   = 10 * time.Second
)

// Options say where the bus is.
type Options struct {
	URL      string // nats://…; empty runs a server in this process
	Dir      string // where that server keeps its stream
	Replicas int    // of the stream, in a cluster; zero is one
}

// A Bus is one connection and, where none was named, the server behind it.
type Bus struct {
	conn   *nats.Conn
	js     jetstream.JetStream
	server *server.Server
	closed chan struct{}
}

// Open connects, or starts the server in this process, and makes sure of the stream.
func Open(ctx context.Context, o Options) (_ *Bus, err error) {
	b := &Bus{closed: make(chan struct{})}
	opts := []nats.Option{
		nats.Name("zabuni"), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.DrainTimeout(draining), nats.ClosedHandler(func(*nats.Conn) { close(b.closed) }),
	}
	if o.URL == "" {
		if b.server, err = embed(o.Dir); err != nil {
			return nil, err
		}
		opts = append(opts, nats.InProcessServer(b.server))
	}
	if b.conn, err = nats.Connect(o.URL, opts...); err != nil {
		b.shutdown()
		return nil, fmt.Errorf("nats: %w", err)
	}
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	if b.js, err = jetstream.New(b.conn); err != nil {
		return nil, err
	}
	// Kept by age and not until acknowledged: consumers come and go with
	// releases, and an event must not vanish because nobody listened yet.
	_, err = b.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: Stream, Subjects: []string{Space}, Storage: jetstream.FileStorage,
		Retention: jetstream.LimitsPolicy, MaxAge: kept, Duplicates: duplicates,
		Replicas: max(1, o.Replicas), Compression: jetstream.S2Compression,
	})
	if err != nil {
		return nil, fmt.Errorf("nats: stream %s: %w", Stream, err)
	}
	return b, nil
}

// embed starts a server without a port. SyncAlways, because by default a stream
// acknowledges up to two minutes before its disk has the message.
func embed(dir string) (*server.Server, error) {
	s, err := server.NewServer(&server.Options{
		ServerName: "embedded", DontListen: true, JetStream: true, StoreDir: dir, SyncAlways: true,
		NoSigs: true, NoLog: true, JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 20 << 30, MaxPayload: 1 << 20,
	})
	if err != nil {
		return nil, fmt.Errorf("nats: %w", err)
	}
	go s.Start()
	if s.ReadyForConnections(starting) && s.JetStreamEnabled() {
		return s, nil
	}
	s.Shutdown()
	return nil, fmt.Errorf("nats: the server in this process does not start; is %s writable and not in use?", dir)
}

// Close lets messages under way finish, then disconnects.
func (b *Bus) Close() {
	if err := b.conn.Drain(); err != nil {
		b.conn.Close()
	}
	<-b.closed
	b.shutdown()
}

func (b *Bus) shutdown() {
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
}

// Ready reports whether the bus can be reached now.
func (b *Bus) Ready() error {
	if !b.conn.IsConnected() {
		return errors.New("nats: not connected")
	}
	return nil
}

// A Message is one event on its way to the stream. The stream stores it once
// though it be published again within two minutes under the same ID.
type Message struct {
	ID      string
	Subject string
	Payload []byte
	Trace   string // that the event came of, as W3C Trace Context writes it; may be empty
}

// TraceHeader carries a message's trace.
const TraceHeader = "traceparent"

// Publish stores messages in their order and returns when the stream has
// acknowledged all of them. After an error some may be stored: publish all again.
func (b *Bus) Publish(ctx context.Context, messages ...Message) error {
	acks := make([]jetstream.PubAckFuture, len(messages))
	for i, m := range messages {
		if !strings.HasPrefix(m.Subject, strings.TrimSuffix(Space, ">")) {
			return fmt.Errorf("nats: subject %s is outside of %s", m.Subject, Space)
		}
		var err error
		out := &nats.Msg{Subject: m.Subject, Data: m.Payload, Header: nats.Header{}}
		if m.Trace != "" {
			out.Header.Set(TraceHeader, m.Trace)
		}
		if acks[i], err = b.js.PublishMsgAsync(out, jetstream.WithMsgID(m.ID)); err != nil {
			return fmt.Errorf("nats: publish %s: %w", m.Subject, err)
		}
	}
	for i, ack := range acks {
		select {
		case <-ack.Ok():
		case err := <-ack.Err():
			return fmt.Errorf("nats: publish %s: %w", messages[i].Subject, err)
		case <-ctx.Done():
			return fmt.Errorf("nats: publish %s: %w", messages[i].Subject, context.Cause(ctx))
		}
	}
	return nil
}

// Consumer makes sure of a durable consumer of the stream. How often a message
// may fail is the consumer's own count: a limit kept by the server would drop,
// without a trace, a message that kills the process that reads it.
func (b *Bus) Consumer(ctx context.Context, name string, subjects []string, ackWait time.Duration) (jetstream.Consumer, error) {
	c, err := b.js.CreateOrUpdateConsumer(ctx, Stream, jetstream.ConsumerConfig{
		Durable: name, FilterSubjects: subjects, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: ackWait, MaxDeliver: -1, MaxAckPending: 256, DeliverPolicy: jetstream.DeliverAllPolicy,
	})
	if err != nil {
		return nil, fmt.Errorf("nats: consumer %s: %w", name, err)
	}
	return c, nil
}

// Unread is how many events of the stream each consumer has still to acknowledge.
func (b *Bus) Unread(ctx context.Context) (map[string]int64, error) {
	stream, err := b.js.Stream(ctx, Stream)
	if err != nil {
		return nil, fmt.Errorf("nats: stream: %w", err)
	}
	out := map[string]int64{}
	all := stream.ListConsumers(ctx)
	for c := range all.Info() {
		out[c.Name] = int64(c.NumPending) + int64(c.NumAckPending)
	}
	if err := all.Err(); err != nil {
		return nil, fmt.Errorf("nats: consumers: %w", err)
	}
	return out, nil
}

// Ring tells whoever listens to the bell that there is something to look at. It
// never blocks and never fails: the listener also looks by itself.
func (b *Bus) Ring(bell string) { _ = b.conn.Publish(bells+bell, nil) }

// Listen returns a channel that receives after the bell rang, once for many
// rings while nobody looked.
func (b *Bus) Listen(bell string) (rung <-chan struct{}, stop func(), err error) {
	c := make(chan struct{}, 1)
	sub, err := b.conn.Subscribe(bells+bell, func(*nats.Msg) {
		select {
		case c <- struct{}{}:
		default:
		}
	})
	if err != nil {
		return nil, nil, fmt.Errorf("nats: bell %s: %w", bell, err)
	}
	return c, func() { _ = sub.Unsubscribe() }, nil
}

// Tell sends a short-lived word to all processes, such as a change on a screen.
// Like a bell it may get lost.
func (b *Bus) Tell(topic string, payload []byte) { _ = b.conn.Publish("live."+topic, payload) }

// Hear calls fn for every word told under the topic; "a.*" and "a.>" are patterns.
// fn must not block.
func (b *Bus) Hear(topic string, fn func(topic string, payload []byte)) (stop func(), err error) {
	sub, err := b.conn.Subscribe("live."+topic, func(m *nats.Msg) {
		fn(strings.TrimPrefix(m.Subject, "live."), m.Data)
	})
	if err != nil {
		return nil, fmt.Errorf("nats: topic %s: %w", topic, err)
	}
	if err := b.conn.Flush(); err != nil { // from now on nothing told is missed
		return nil, fmt.Errorf("nats: topic %s: %w", topic, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}
