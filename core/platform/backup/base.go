package backup

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// command takes the files of the cluster and the log that makes them consistent,
// so that a server started on them is at the backup's end.
const command = "BASE_BACKUP ( LABEL 'zabuni', CHECKPOINT 'fast', WAL true, WAIT true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256' )"

// base streams a base backup of the cluster at dsn: its files as tar, then
// Postgres' own list of them.
func base(ctx context.Context, dsn string, archive, manifest io.Writer) (from, to string, err error) {
	cfg, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return "", "", fmt.Errorf("database address: %w", err)
	}
	cfg.RuntimeParams["replication"] = "yes"
	conn, err := pgconn.ConnectConfig(ctx, cfg)
	if err != nil {
		return "", "", fmt.Errorf("replication: %w (the role needs REPLICATION; BACKUP_URL can name another)", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	conn.Frontend().Send(&pgproto3.Query{String: command})
	if err := conn.Frontend().Flush(); err != nil {
		return "", "", err
	}
	s := stream{archive: archive, manifest: manifest}
	for {
		m, err := conn.ReceiveMessage(ctx)
		if err != nil {
			return "", "", err
		}
		done, err := s.take(m)
		if err != nil {
			return "", "", err
		}
		if done {
			return s.positions()
		}
	}
}

// stream is where the answer to BASE_BACKUP stands.
type stream struct {
	archive, manifest, to io.Writer
	archives              int
	rows                  []string // first column of each row: where it begins, tablespaces, where it ends
}

func (s *stream) take(m pgproto3.BackendMessage) (done bool, err error) {
	switch m := m.(type) {
	case *pgproto3.ErrorResponse:
		return false, fmt.Errorf("replication: %w", pgconn.ErrorResponseToPgError(m))
	case *pgproto3.DataRow:
		s.rows = append(s.rows, string(m.Values[0]))
	case *pgproto3.CopyData:
		return false, s.data(m.Data)
	case *pgproto3.ReadyForQuery:
		return true, nil
	}
	return false, nil
}

func (s *stream) data(b []byte) error {
	if len(b) == 0 {
		return errors.New("replication: an empty message")
	}
	switch b[0] {
	case 'n': // a new archive, one a tablespace
		if s.archives++; s.archives > 1 {
			return errors.New("this cluster has tablespaces: back it up with Postgres' own tools")
		}
		s.to = s.archive
	case 'm':
		s.to = s.manifest
	case 'd':
		if s.to == nil {
			return errors.New("replication: data before its archive")
		}
		_, err := s.to.Write(b[1:])
		return err
	}
	return nil
}

func (s *stream) positions() (from, to string, err error) {
	if len(s.rows) < 2 || s.archives != 1 {
		return "", "", errors.New("replication: the backup ended early")
	}
	return s.rows[0], s.rows[len(s.rows)-1], nil
}
