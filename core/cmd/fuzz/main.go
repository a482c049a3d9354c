// Command fuzz runs every fuzz target of the packages that it is given, each for
// its share of a time, as many at once as there are processors:
//
//	fuzz -for 1m ./core/... ./apps/zabuni/...
//
// An input that breaks a target lies in testdata/fuzz of its package afterwards:
// it is committed with what mends it, and every later run of the tests begins with it.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

func main() {
	total := flag.Duration("for", time.Minute, "processor `time` of all targets together")
	whole := flag.Bool("whole", false, "watch the ways through other people's packages too: finds deeper, takes minutes to build")
	corpus := flag.String("corpus", "", "`folder` where inputs that lead somewhere new are kept for the next run; none keeps nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	job := fuzzing{total: *total, whole: *whole, corpus: *corpus, out: os.Stdout}
	if err := job.run(ctx, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

// A suite is a package with targets.
type suite struct {
	ImportPath, Dir           string
	TestGoFiles, XTestGoFiles []string

	targets []string
	binary  string
}

// fuzzing is one run of all targets.
type fuzzing struct {
	total  time.Duration
	whole  bool
	corpus string

	mu     sync.Mutex // guards what follows
	out    io.Writer
	broken []string
}

func (f *fuzzing) run(ctx context.Context, packages []string) error {
	suites, n, err := find(ctx, packages)
	if err != nil {
		return err
	}
	if n == 0 {
		return errors.New("no targets")
	}
	work, err := os.MkdirTemp("", "zabuni-fuzz-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	if f.corpus == "" {
		f.corpus = filepath.Join(work, "corpus")
	}
	each := f.total / time.Duration(n)
	fmt.Fprintf(f.out, "%d targets, %s each\n", n, each.Round(10*time.Millisecond))
	ready := make(chan suite)
	var running sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		running.Go(func() {
			for s := range ready {
				for _, target := range s.targets {
					f.fuzz(ctx, s, target, each)
				}
			}
		})
	}
	var unbuilt error
	for i, s := range suites { // one after another: they share most of what is compiled
		s.binary = filepath.Join(work, fmt.Sprint(i, ".test"))
		if unbuilt = f.build(ctx, s); unbuilt != nil {
			break
		}
		ready <- s
	}
	close(ready)
	running.Wait()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case unbuilt != nil:
		return unbuilt
	case len(f.broken) > 0:
		return fmt.Errorf("broken: %s", strings.Join(f.broken, ", "))
	}
	return nil
}

// build compiles a package's tests so that the ways through them are watched:
// through this product's packages, or through everything that they stand on.
func (f *fuzzing) build(ctx context.Context, s suite) error {
	watch := "-gcflags=" + product + "/...=-d=libfuzzer" // what -fuzz does, to fewer packages
	if f.whole {
		watch = "-fuzz=."
	}
	if text, err := command(ctx, s.Dir, "go", "test", "-c", watch, "-o", s.binary, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", s.ImportPath, err, text)
	}
	return nil
}

const product = "zabuni.org"

// find lists the packages with targets, and how many there are in all.
func find(ctx context.Context, packages []string) (suites []suite, n int, err error) {
	list := command(ctx, "", "go", append([]string{"list", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles"}, packages...)...)
	list.Stderr = os.Stderr
	raw, err := list.Output()
	if err != nil {
		return nil, 0, fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(bytes.NewReader(raw)); ; {
		var s suite
		if err := d.Decode(&s); errors.Is(err, io.EOF) {
			return suites, n, nil
		} else if err != nil {
			return nil, 0, err
		}
		for _, name := range append(s.TestGoFiles, s.XTestGoFiles...) {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(s.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, 0, err
			}
			s.targets = append(s.targets, targets(f)...)
		}
		if n += len(s.targets); len(s.targets) > 0 {
			suites = append(suites, s)
		}
	}
}

func targets(f *ast.File) (out []string) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Fuzz") {
			out = append(out, fn.Name.Name)
		}
	}
	return out
}

// fuzz runs one target on one processor. Without the bound on minimizing, a slow
// target does nothing else (measured: 5 executions in 25 s, with it 700,000).
func (f *fuzzing) fuzz(ctx context.Context, s suite, target string, each time.Duration) {
	once := func() ([]byte, error) {
		c := command(ctx, s.Dir, s.binary, "-test.run=^$", "-test.fuzz=^"+target+"$", "-test.fuzztime="+each.String(),
			"-test.fuzzminimizetime=10x", "-test.parallel=1", "-test.fuzzcachedir="+filepath.Join(f.corpus, s.ImportPath))
		c.Env = append(os.Environ(), "GOMAXPROCS=1")
		return c.CombinedOutput()
	}
	text, err := once()
	if err != nil && lateEnd(text) {
		text, err = once()
	}
	if err == nil && bytes.Contains(text, []byte("not built with coverage")) {
		err = errors.New("nobody watches its ways")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		fmt.Fprintf(f.out, "ok  \t%s.%s\t%s\n", s.ImportPath, target, last(text))
		return
	}
	fmt.Fprintf(f.out, "%s\nFAIL\t%s.%s\t%v\n", text, s.ImportPath, target, err)
	f.broken = append(f.broken, target)
}

func command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) } // a target writes down what it has
	c.WaitDelay = 10 * time.Second
	return c
}

// lateEnd tells whether the engine calls the end of its time a failure, as it does on
// a busy machine; what a target itself fails at is told with its input.
func lateEnd(text []byte) bool {
	return bytes.Contains(text, []byte("context deadline exceeded")) && !bytes.Contains(text, []byte("Failing input written to"))
}

// last is what the engine said at the end: how many executions, how many of them new.
func last(text []byte) string {
	out := ""
	for line := range strings.Lines(string(text)) {
		if said, ok := strings.CutPrefix(line, "fuzz: "); ok {
			out = strings.TrimSpace(said)
		}
	}
	return out
}
