package serve

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pgtest"
)

// asked is what readiness says to somebody at an address.
func asked(t *testing.T, h *House, from string, headers ...string) (int, Readiness) {
	t.Helper()
	var c fasthttp.RequestCtx
	var r fasthttp.Request
	r.SetRequestURI(Readyz)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	c.Init(&r, &net.TCPAddr{IP: net.ParseIP(from)}, nil)
	h.Healthy(nothing)(&c)
	var said Readiness
	if err := json.Unmarshal(c.Response.Body(), &said); err != nil {
		t.Fatal(err)
	}
	return c.Response.StatusCode(), said
}

func standing(t *testing.T) (h *House, folder string) {
	t.Helper()
	hub, err := bus.Open(t.Context(), bus.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hub.Close)
	folder = filepath.Join(t.TempDir(), "files")
	files, err := document.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	return &House{DB: &Databases{App: pgtest.New(t)}, Bus: hub, files: files, part: BFF("buyer")}, folder
}

// Readiness names what is wrong; without what a process cannot do anything at all
// it is not ready, and what all of them would miss at once only makes it unwell.
func TestReadinessNamesWhatIsWrong(t *testing.T) {
	const here = "127.0.0.1"
	for _, c := range []struct {
		name   string
		status int
		spoil  func(t *testing.T, h *House, folder string)
	}{
		{"", 200, func(*testing.T, *House, string) {}},
		{"store", 200, func(t *testing.T, _ *House, folder string) {
			if err := os.RemoveAll(folder); err != nil {
				t.Fatal(err)
			}
		}},
		{"schema", 503, func(t *testing.T, h *House, _ string) {
			run(t, h, "DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)")
		}},
		{"outbox", 200, func(t *testing.T, h *House, _ string) {
			run(t, h, "INSERT INTO outbox (subject, payload, created_at) VALUES ('zabuni.x', '{}', now() - interval '2 minutes')")
		}},
		{"log", 200, func(t *testing.T, h *House, _ string) {
			run(t, h, `INSERT INTO audit_entry (at, actor_id, actor_name, actor_type, action, object, object_id, detail)
				VALUES (now() - interval '2 minutes', uuidv7(), 'n', 'qed', 'a', 'o', uuidv7(), '{}')`)
		}},
		{"database", 503, func(_ *testing.T, h *House, _ string) { h.DB.App.Close() }},
		{"bus", 503, func(t *testing.T, h *House, _ string) {
			hub, err := bus.Open(t.Context(), bus.Options{Dir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			hub.Close()
			h.Bus = hub
		}},
	} {
		h, folder := standing(t)
		c.spoil(t, h, folder)
		status, said := asked(t, h, here)
		var wrong []string
		for _, check := range said.Checks {
			if !check.OK {
				wrong = append(wrong, check.Name)
			}
			if check.Detail == "" && check.Name != "work" {
				t.Errorf("%s: nothing is said of %s", c.name, check.Name)
			}
		}
		want := []string{c.name}
		if c.name == "" {
			want = nil
		}
		if status != c.status || said.Ready != (status == 200) || !slices.Equal(wrong, want) {
			t.Errorf("without %q: %d %+v", c.name, status, said)
		}
	}
}

// Another machine, a proxy and a browser hear whether it is ready, never why not.
func TestReadinessIsToldInsideOnly(t *testing.T) {
	h, _ := standing(t)
	if _, said := asked(t, h, "127.0.0.1"); len(said.Checks) < 7 {
		t.Errorf("this machine hears %+v", said)
	}
	h.Bus.Close()
	for name, ask := range map[string][]string{
		"another machine": {"192.0.2.7"},
		"a proxy":         {"127.0.0.1", "X-Forwarded-For", "192.0.2.7"},
		"a browser":       {"127.0.0.1", "Sec-Fetch-Site", "none"},
	} {
		if status, said := asked(t, h, ask[0], ask[1:]...); status != 503 || said.Ready || said.Checks != nil {
			t.Errorf("%s hears %d %+v", name, status, said)
		}
	}
}

func run(t *testing.T, h *House, sql string) {
	t.Helper()
	if _, err := pgtest.As(t, h.DB.App, "").Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}
