package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/pg"
)

//go:embed planted.txt
var runtimeText string

// dirs are the parts of the workspace.
var dirs = []string{"./core/...", "./apps/zabuni/...", "./bff-supplier/...", "./bff-buyer/...", "./bff-operator/...", "./bff-contracts/..."}

// A round is one drawing with all that comes of it.
type round struct {
	seed       int64
	n, workers int
	area, only string
	report     string
	list       bool
}

// A suite is a program of tests, or a part of one.
type suite struct {
	name, dir, binary string
	args              []string
	took              time.Duration
	meets             map[int][]string // the tests that come to a fault's place, * for all
}

func (r *round) run(ctx context.Context) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	list, err := packages(ctx, dirs)
	if err != nil {
		return err
	}
	all, err := faultsOf(root, list)
	if err != nil {
		return err
	}
	if r.area != "" {
		all = slices.DeleteFunc(all, func(f fault) bool { return f.area != r.area })
	}
	out := io.Writer(os.Stdout)
	if r.report != "" {
		f, err := os.Create(r.report)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		out = io.MultiWriter(os.Stdout, f)
	}
	drawn := draw(all, r.seed, 3*r.n)
	if drawn, err = r.understood(ctx, drawn); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d places, seed %d, %d faults\n", len(all), r.seed, len(drawn))
	if r.list {
		for _, f := range drawn {
			fmt.Fprintln(out, f)
		}
		return nil
	}
	work, err := os.MkdirTemp("", "zabuni-faults-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	suites, err := r.build(ctx, root, work, list, &drawn)
	if err != nil {
		return err
	}
	if err := r.meet(ctx, work, suites); err != nil {
		return err
	}
	return r.try(ctx, out, suites, drawn)
}

// understood leaves out queries that the database does not take, and what is too many.
func (r *round) understood(ctx context.Context, drawn []fault) (out []fault, err error) {
	db, err := schema(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close(ctx) }()
	of := map[string]int{}
	share := (r.n + len(areas) - 1) / len(areas)
	if r.area != "" {
		share = r.n
	}
	for _, f := range drawn {
		if of[f.area] >= share || len(out) >= r.n {
			continue
		}
		if f.used != "" {
			name := "f" + strconv.Itoa(f.id)
			if _, err := db.Prepare(ctx, name, f.query); err != nil {
				continue
			}
		}
		of[f.area]++
		f.id = len(out) + 1
		out = append(out, f)
	}
	return out, nil
}

// build makes every program of tests that has one of the faults in it.
func (r *round) build(ctx context.Context, root, work string, list []pkg, drawn *[]fault) ([]*suite, error) {
	var suites []*suite
	flags := os.Getenv("GOFLAGS")
	for {
		overlay, err := plant(root, work, *drawn, runtimeText)
		if err != nil {
			return nil, err
		}
		if err := os.Setenv("GOFLAGS", strings.TrimSpace(flags+" -overlay="+overlay)); err != nil {
			return nil, err
		}
		c := exec.CommandContext(ctx, "go", append([]string{"build", "-tags", "demo"}, dirs...)...)
		said, err := c.CombinedOutput()
		if err == nil {
			break
		}
		// A change that the compiler does not take is none that anybody makes.
		before := len(*drawn)
		*drawn = slices.DeleteFunc(*drawn, func(f fault) bool { return bytes.Contains(said, []byte(fmt.Sprintf("%s:%d:", f.file, f.line))) })
		if len(*drawn) == before {
			return nil, fmt.Errorf("%w: %s", err, said)
		}
	}
	for i, p := range list {
		if p.Module == nil || !p.Module.Main || len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 || strings.Contains(p.ImportPath, "/cmd/") ||
			strings.HasSuffix(p.ImportPath, "/trial") || p.ImportPath == "zabuni.org/core" || strings.Contains(p.ImportPath, "/simulator") {
			continue
		}
		binary := filepath.Join(work, fmt.Sprint(i, ".test"))
		c := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-tags", "demo", "-o", binary, p.ImportPath)
		if said, err := c.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w: %s", p.ImportPath, err, said)
		}
		name := strings.TrimPrefix(p.ImportPath, "zabuni.org/")
		if name == "apps/zabuni" {
			suites = append(suites,
				&suite{name: "answers", dir: p.Dir, binary: binary, args: []string{"-test.run=EveryAnswer"}},
				&suite{name: "histories", dir: p.Dir, binary: binary, args: []string{"-test.run=EveryHistory"}},
				&suite{name: name, dir: p.Dir, binary: binary, args: []string{"-test.skip=EveryHistory|EveryAnswer|Drill|Generated|Demo|Restore|Backup|Commands|Doctor"}})
			continue
		}
		suites = append(suites, &suite{name: name, dir: p.Dir, binary: binary})
	}
	return suites, nil
}

// meet runs everything without a fault: what is red then says nothing, and what never
// comes to a fault's place cannot see it.
func (r *round) meet(ctx context.Context, work string, suites []*suite) error {
	var mu sync.Mutex
	var bad []error
	each(r.workers, suites, func(s *suite) {
		met := filepath.Join(work, strings.ReplaceAll(s.name, "/", "_")+".met")
		began := time.Now()
		said, err := s.run(ctx, 20*time.Minute, "ZABUNI_FAULTS_MET="+met)
		s.took = time.Since(began)
		if err != nil {
			mu.Lock()
			bad = append(bad, fmt.Errorf("%s is red without a fault: %s", s.name, tail(said)))
			mu.Unlock()
		}
		s.meets = map[int][]string{}
		raw, _ := os.ReadFile(met) // nothing met is no file
		for l := range strings.Lines(string(raw)) {
			place, test, _ := strings.Cut(strings.TrimSpace(l), " ")
			if id, err := strconv.Atoi(place); err == nil {
				s.meets[id] = append(s.meets[id], test)
			}
		}
		fmt.Fprintf(os.Stderr, "%-40s %6.1f s, meets %d\n", s.name, s.took.Seconds(), len(s.meets))
	})
	slices.SortFunc(suites, func(a, b *suite) int { return int(a.took - b.took) })
	return errors.Join(bad...)
}

func (s *suite) run(ctx context.Context, limit time.Duration, env ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c := exec.CommandContext(ctx, s.binary, append([]string{"-test.count=1", "-test.failfast", "-test.timeout=" + limit.String()}, s.args...)...)
	c.Dir, c.Env = s.dir, append(os.Environ(), env...)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	err := c.Run()
	return said.Bytes(), err
}

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

func tail(said []byte) string {
	if m := failed.FindAllSubmatch(said, 3); m != nil {
		return string(bytes.Join(func() (out [][]byte) {
			for _, one := range m {
				out = append(out, one[1])
			}
			return out
		}(), []byte(" ")))
	}
	return short(string(said[max(0, len(said)-300):]))
}

// try runs what comes to each fault's place, the quickest first, until something sees it.
func (r *round) try(ctx context.Context, out io.Writer, suites []*suite, drawn []fault) error {
	if r.only != "" {
		wanted := strings.Split(r.only, ",")
		drawn = slices.DeleteFunc(drawn, func(f fault) bool { return !slices.Contains(wanted, strconv.Itoa(f.id)) })
	}
	var mu sync.Mutex
	caught := map[string]int{}
	planted := map[string]int{}
	each(r.workers, drawn, func(f fault) {
		verdict, met := "", 0
		for _, s := range suites {
			if ctx.Err() != nil {
				return
			}
			tests := s.meets[f.id]
			if len(tests) == 0 {
				continue
			}
			met++
			those := *s
			if len(s.args) == 0 && !slices.Contains(tests, "*") {
				those.args = []string{"-test.run=^(" + strings.Join(tests, "|") + ")$"}
			}
			if said, err := those.run(ctx, 4*s.took+2*time.Minute, "ZABUNI_FAULT="+strconv.Itoa(f.id)); err != nil && ctx.Err() == nil {
				verdict = "caught by " + s.name + ": " + tail(said)
				break
			}
		}
		if ctx.Err() != nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		planted[f.area]++
		switch {
		case verdict != "":
			caught[f.area]++
		case met == 0:
			verdict = "MISSED, no test comes there"
		default:
			verdict = fmt.Sprintf("MISSED by %d", met)
		}
		fmt.Fprintf(out, "%s\n     %s\n", f, verdict)
	})
	total := 0
	for _, a := range areas {
		total += caught[a.name]
		if planted[a.name] > 0 {
			fmt.Fprintf(out, "%-8s %d of %d\n", a.name, caught[a.name], planted[a.name])
		}
	}
	fmt.Fprintf(out, "%d of %d caught\n", total, len(drawn))
	if total < len(drawn) {
		return fmt.Errorf("%d were missed", len(drawn)-total)
	}
	return ctx.Err()
}

// String says where a fault is and what it does.
func (f fault) String() string {
	return fmt.Sprintf("%3d %-8s %s:%d %s", f.id, f.area, f.file, f.line, f.what)
}

// each does something with all of a list, some at once.
func each[T any](workers int, list []T, do func(T)) {
	var running sync.WaitGroup
	next := make(chan T)
	for range workers {
		running.Go(func() {
			for one := range next {
				do(one)
			}
		})
	}
	for _, one := range list {
		next <- one
	}
	close(next)
	running.Wait()
}

// schema is a database as the platform has it, empty.
func schema(ctx context.Context) (*pgx.Conn, error) {
	dsn := os.Getenv("ZABUNI_TEST_PG")
	if dsn == "" {
		return nil, errors.New("there is no Postgres: run this under withpg")
	}
	c, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	admin, err := pgx.ConnectConfig(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { _ = admin.Close(ctx) }()
	const name = "zabuni_faults"
	for _, sql := range []string{"DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name} {
		if _, err := admin.Exec(ctx, sql); err != nil {
			return nil, err
		}
	}
	c = c.Copy()
	c.Database = name
	pool, err := pg.Open(ctx, fmt.Sprintf("host='%s' port=%d user='%s' password='%s' dbname='%s'", c.Host, c.Port, c.User, c.Password, name), 2)
	if err != nil {
		return nil, err
	}
	err = pg.Migrate(ctx, pool)
	pool.Close()
	if err != nil {
		return nil, err
	}
	return pgx.ConnectConfig(ctx, c)
}
