package bus_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"zabuni.org/core/platform/bus"
)

func open(t *testing.T, dir string) *bus.Bus {
	t.Helper()
	b, err := bus.Open(t.Context(), bus.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPublishedOnceThoughSentTwiceAndKeptOverARestart(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir)
	var ms []bus.Message
	for i := range 100 {
		ms = append(ms, bus.Message{ID: strconv.Itoa(i), Subject: "zabuni.test.happened", Payload: []byte(strconv.Itoa(i))})
	}
	for range 2 {
		if err := b.Publish(t.Context(), ms...); err != nil {
			t.Fatal(err)
		}
	}
	b.Close()
	b = open(t, dir)
	defer b.Close()
	c, err := b.Consumer(t.Context(), "reader", []string{"zabuni.test.*"}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if n := c.CachedInfo().NumPending; n != 100 {
		t.Fatalf("%d messages are stored", n)
	}
	batch, err := c.Fetch(100, jetstream.FetchMaxWait(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for m := range batch.Messages() {
		if string(m.Data()) != strconv.Itoa(want) {
			t.Fatalf("message %d holds %s", want, m.Data())
		}
		want++
	}
}

func TestSubjectOutsideTheSpaceIsRefused(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	if err := b.Publish(t.Context(), bus.Message{ID: "1", Subject: "other.thing"}); err == nil || !strings.Contains(err.Error(), "outside") {
		t.Fatal(err)
	}
}

func TestBellsAndWordsAreHeardAndNotStored(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	rung, stop, err := b.Listen("outbox")
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	words := make(chan string, 1)
	quiet, err := b.Hear("task.*", func(topic string, payload []byte) { words <- topic + "=" + string(payload) })
	if err != nil {
		t.Fatal(err)
	}
	defer quiet()
	b.Ring("outbox")
	<-rung
	b.Tell("task.7", []byte("half"))
	if w := <-words; w != "task.7=half" {
		t.Fatal(w)
	}
	c, err := b.Consumer(t.Context(), "reader", []string{bus.Space}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if n := c.CachedInfo().NumPending; n != 0 {
		t.Fatalf("%d messages are stored", n)
	}
}

// What a consumer has fetched is unread until it is acknowledged.
func TestUnreadIsWhatIsNotAcknowledged(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	c, err := b.Consumer(t.Context(), "reader", []string{"zabuni.a"}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Consumer(t.Context(), "other", []string{"zabuni.b"}, time.Minute); err != nil {
		t.Fatal(err)
	}
	unread := func(want int64) {
		t.Helper()
		got, err := b.Unread(t.Context())
		if err != nil || got["reader"] != want || got["other"] != 0 || len(got) != 2 {
			t.Fatalf("%v %v, not %d", got, err, want)
		}
	}
	unread(0)
	if err := b.Publish(t.Context(), bus.Message{ID: "1", Subject: "zabuni.a"}, bus.Message{ID: "2", Subject: "zabuni.a"}); err != nil {
		t.Fatal(err)
	}
	unread(2)
	m, err := c.Next()
	if err != nil {
		t.Fatal(err)
	}
	unread(2)
	if err := m.DoubleAck(t.Context()); err != nil {
		t.Fatal(err)
	}
	unread(1)
}

// The cluster that we deploy keeps what it acknowledges.
func TestTheDeployedClusterSyncs(t *testing.T) {
	for name, value := range map[string]string{"SERVER_NAME": "nats1", "NATS_PASSWORD": "a1b2c3d4",
		"ROUTE_1": "nats://cluster:a1b2c3d4@nats1:6222", "ROUTE_2": "nats://cluster:a1b2c3d4@nats2:6222", "ROUTE_3": "nats://cluster:a1b2c3d4@nats3:6222"} {
		t.Setenv(name, value)
	}
	o, err := server.ProcessConfigFile("../../../deploy/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	if !o.JetStream || !o.SyncAlways || o.ServerName != "nats1" || o.Cluster.Name != "zabuni" || len(o.Routes) != 3 || o.Password != "a1b2c3d4" || o.StoreDir != "/data" || o.MaxPayload != 1<<20 {
		t.Errorf("%+v", o)
	}
}
