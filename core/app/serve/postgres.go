package serve

import (
	"context"
	"log/slog"
	"time"

	"zabuni.org/core/platform/pgembed"
)

// The wait between two tries to start a Postgres that ended by itself, and how long
// each may take: it has its log to read again.
const (
	restartPause   = time.Second
	restartTimeout = 2 * time.Minute
	stopTimeout    = 20 * time.Second
)

// keepPostgres starts the packaged Postgres and starts it again where it ends without
// being asked to: killed, out of memory, out of disk. The address stays the same, so
// that pools find it again. stop ends it for good.
func keepPostgres(ctx context.Context, o pgembed.Options) (first *pgembed.Server, stop func(), err error) {
	if first, err = pgembed.Start(ctx, o); err != nil {
		return nil, nil, err
	}
	keeping, asked := context.WithCancel(context.Background())
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		for server := first; server != nil; {
			select {
			case <-keeping.Done():
				end(server)
				return
			case <-server.Done():
			}
			end(server) // gives back its lock and socket
			slog.Error("Postgres ended by itself and is started again")
			server = again(keeping, o)
		}
	}()
	return first, func() { asked(); <-kept }, nil
}

// again starts until it stands, or until nobody wants it any more.
func again(ctx context.Context, o pgembed.Options) *pgembed.Server {
	for {
		trying, cancel := context.WithTimeout(ctx, restartTimeout)
		server, err := pgembed.Start(trying, o)
		cancel()
		if err == nil {
			return server
		}
		if ctx.Err() != nil {
			return nil
		}
		slog.Error("Postgres does not start", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(restartPause):
		}
	}
}

func end(server *pgembed.Server) {
	grace, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	_ = server.Stop(grace)
}
