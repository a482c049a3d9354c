// Package bustest starts the message bus as several processes share it: a server
// of its own, on a port of this machine.
package bustest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Server returns the address of a server that ends with the test.
func Server(t testing.TB) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{ServerName: "test", Host: "127.0.0.1", Port: server.RANDOM_PORT,
		JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true, MaxPayload: 1 << 20})
	if err != nil {
		t.Fatal("bustest: ", err)
	}
	go s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("bustest: the server does not start")
	}
	return s.ClientURL()
}
