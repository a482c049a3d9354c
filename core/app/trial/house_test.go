package trial_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgembed"
)

// Whom a kill hits.
const (
	killProgram = iota
	killPostgres
	killBoth
	victims
)

const database = "zabuni"

// house is a durable cluster, the crashling that works on it, and everything
// that the crashlings said.
type house struct {
	t      testing.TB
	ctx    context.Context
	dir    string
	bin    string
	server *pgembed.Server
	task   task
	random *rand.Rand

	child  *exec.Cmd
	hangUp func() error
	words  chan line
	errors bytes.Buffer

	begun map[string]int // keys without an answer, and whose they are
	said  []line
	kills [victims]int
}

// newHouse makes a world with a fault planted in it, or none.
func newHouse(t *testing.T, fault string, seed uint64, bidders, payers int) *house {
	t.Helper()
	t.Logf("seed %d", seed)
	h := openHouse(t)
	h.random = rand.New(rand.NewPCG(seed, 40))
	var err error
	h.task, err = world(h.ctx, h.pool(database, ""), h.pool(database, "zabuni_app"), h.pool(database, "zabuni_opener"),
		task{DSN: h.server.Database(database), Dir: h.keys(), Fault: fault}, bidders, payers)
	h.must(err)
	return h
}

// openHouse makes a durable cluster with the platform's schema and a folder for
// its keys.
func openHouse(t testing.TB) *house {
	t.Helper()
	h := &house{t: t, ctx: t.Context(), begun: map[string]int{}}
	var err error
	h.bin, err = pgembed.Find(".")
	h.must(err)
	h.dir, err = os.MkdirTemp("", "zabuni-crash-")
	h.must(err)
	h.must(os.Chmod(h.dir, 0o711)) // root's server may run as nobody
	t.Cleanup(func() {
		_, _ = pgembed.Discard(h.data())
		_ = os.RemoveAll(h.dir)
	})
	h.start()
	t.Cleanup(func() { _ = h.server.Stop(context.Background()) })
	admin := h.pool("postgres", "")
	_, err = admin.Exec(h.ctx, "CREATE DATABASE "+database)
	h.must(err)
	h.must(pg.Migrate(h.ctx, h.pool(database, "")))
	h.must(os.Mkdir(h.keys(), 0o700))
	return h
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err, "\n", h.errors.String())
	}
}

func (h *house) data() string { return filepath.Join(h.dir, "pg") }
func (h *house) keys() string { return filepath.Join(h.dir, "keys") }

// start starts the cluster with the durability of a deployment.
func (h *house) start() {
	h.t.Helper()
	var err error
	h.server, err = pgembed.Start(h.ctx, pgembed.Options{BinDir: h.bin, DataDir: h.data()})
	h.must(err)
}

func (h *house) pool(name, role string) *pgxpool.Pool {
	h.t.Helper()
	dsn := h.server.Database(name)
	if role != "" {
		dsn += " user=" + role
	}
	p, err := pg.Open(h.ctx, dsn, childPool)
	h.must(err)
	h.t.Cleanup(p.Close)
	return p
}

// employ starts a crashling, which first asks again what the last one left open.
func (h *house) employ() {
	h.t.Helper()
	self, err := os.Executable()
	h.must(err)
	read, write, err := os.Pipe()
	h.must(err)
	h.child = exec.CommandContext(h.ctx, self)
	h.child.Env = append(os.Environ(), childEnv+"=1")
	h.child.ExtraFiles = []*os.File{write}
	h.child.Stderr = &h.errors
	in, err := h.child.StdinPipe()
	h.must(err)
	h.must(h.child.Start())
	_ = write.Close()
	h.hangUp = in.Close
	h.task.Retry = map[int]string{}
	for key, who := range h.begun {
		h.task.Retry[who] = key
	}
	raw, err := json.Marshal(h.task)
	h.must(err)
	_, err = in.Write(append(raw, '\n'))
	h.must(err)
	h.words = make(chan line)
	go listen(read, h.words)
}

func listen(from *os.File, to chan<- line) {
	defer func() { _ = from.Close(); close(to) }()
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			l = line{Kind: "wrong", Text: "torn line: " + lines.Text()}
		}
		to <- l
	}
}

// hear takes one line; false when the crashling is silent for ever.
func (h *house) hear() bool {
	l, ok := <-h.words
	if !ok {
		return false
	}
	switch l.Kind {
	case "begin":
		h.begun[l.Key] = l.Who
	case "submitted":
		delete(h.begun, l.Key)
	}
	h.said = append(h.said, l)
	return true
}

// trouble lets the crashling work and kills, rounds times of each kind named, at
// moments that the seed decides.
func (h *house) trouble(rounds int, kinds ...int) {
	h.t.Helper()
	var plan []int
	for range rounds {
		plan = append(plan, kinds...)
	}
	h.random.Shuffle(len(plan), func(i, j int) { plan[i], plan[j] = plan[j], plan[i] })
	h.employ()
	for _, kind := range plan {
		for range 20 + h.random.IntN(100) {
			if !h.hear() {
				h.t.Fatal("the crashling died by itself: ", h.child.Wait(), h.errors.String())
			}
		}
		h.kill(kind)
	}
	h.retire()
}

func (h *house) kill(kind int) {
	h.t.Helper()
	h.kills[kind]++
	if kind != killPostgres {
		h.must(h.child.Process.Kill())
	}
	if kind != killProgram {
		h.killServer()
	}
	if kind != killPostgres {
		for h.hear() { // what it said before it died counts
		}
		_ = h.child.Wait()
		_ = h.hangUp()
	}
	if kind != killProgram {
		h.start()
	}
	if kind != killPostgres {
		h.employ()
	}
}

// killServer kills the postmaster, and half the time its whole family in the
// same moment, so that nobody is left to write what lies in shared memory.
func (h *house) killServer() {
	h.t.Helper()
	pid := h.server.PID()
	family, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid)) // elsewhere than on Linux: the postmaster alone
	h.must(syscall.Kill(pid, syscall.SIGKILL))
	if h.task.Fault == ackUnflushed || h.random.IntN(2) == 0 {
		for _, one := range strings.Fields(string(family)) {
			if id, err := strconv.Atoi(one); err == nil {
				_ = syscall.Kill(id, syscall.SIGKILL)
			}
		}
	}
	_ = h.server.Stop(h.ctx) // says how it ended, and lets go of its lock
}

// retire lets the last crashling finish what is under way and go.
func (h *house) retire() {
	h.t.Helper()
	h.must(h.hangUp())
	for h.hear() {
	}
	h.must(h.child.Wait())
}
