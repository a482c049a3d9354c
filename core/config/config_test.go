package config

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestDefaultsServeOneMachine(t *testing.T) {
	s, err := Load(environment("DATA", "/srv/zabuni", "PORT", "9000"))
	if err != nil {
		t.Fatal(err)
	}
	if s.Addr != "127.0.0.1:9000" || s.PublicURL != "http://127.0.0.1:9000" || s.Keys != "/srv/zabuni/keys" || s.SMTP.Port != 587 || s.NATSReplicas != 1 || s.External.Opener || s.Pool < leastPool || s.Statement != 30*time.Second {
		t.Errorf("%+v", s)
	}
}

func TestWrongSettingsAreNamedAllAtOnce(t *testing.T) {
	_, err := Load(environment("SMTP_PORT", "many", "OPENER", "perhaps", "S3_ENDPOINT", "https://s3", "S3_SECRET_KEY", "hush", "ZABUNI_HTTPS", "yes", "PUBLIC_URL", "bids", "ADDR", "8080", "TRUSTED_PROXIES", "10.0.0.0/8,everybody",
		"STATEMENT_TIMEOUT", "soon", "LOCK_TIMEOUT", "-1s", "SLOW_QUERY", "5", "LOG_LEVEL", "kitchen=info", "METRICS", "9464", "OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318",
		"OPENER_URL", "postgres://zabuni_opener:hush@db"))
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"SMTP_PORT", "OPENER ", "S3_ENDPOINT", "ZABUNI_HTTPS", "PUBLIC_URL", "ADDR", "DATABASE_URL", "TRUSTED_PROXIES", "STATEMENT_TIMEOUT", "LOCK_TIMEOUT", "SLOW_QUERY", "LOG_LEVEL", "METRICS", "OTEL_EXPORTER_OTLP_ENDPOINT"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named in: %v", name, err)
		}
	}
	if strings.Contains(err.Error(), "hush") {
		t.Error("a secret is told: ", err)
	}
	if _, err := Load(environment("WORKER", "external")); err == nil || !strings.Contains(err.Error(), "NATS_URL") {
		t.Error(err)
	}
}

func TestEveryRowIsRead(t *testing.T) {
	_, r := load(environment())
	for _, s := range Table {
		if !r.asked[s.Name] {
			t.Errorf("nothing reads %s", s.Name)
		}
	}
}

// The table of README.md has a row for every setting of a deployment, and no other.
func TestReadmeListsEverySetting(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| setting | meaning | default |")
	if !ok {
		t.Fatal("README.md has no table of settings")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var told []string
	for row := range strings.Lines(table) {
		if cells := strings.Split(row, "|"); len(cells) > 2 {
			for _, m := range regexp.MustCompile("`([A-Z][A-Z0-9_]+)(=1)?`").FindAllStringSubmatch(cells[1], -1) {
				told = append(told, m[1])
			}
		}
	}
	for _, s := range Table {
		if !s.Demo && !slices.Contains(told, s.Name) {
			t.Errorf("README.md does not tell of %s", s.Name)
		}
	}
	for _, name := range told {
		if !slices.ContainsFunc(Table, func(s Setting) bool { return s.Name == name }) {
			t.Errorf("README.md tells of %s, which nothing reads", name)
		}
	}
}

// Programs take their settings from here; a package that asks the environment
// itself would have one that no table lists.
func TestOnlyThisPackageReadsTheEnvironment(t *testing.T) {
	allowed := regexp.MustCompile(`_test\.go$|core/cmd/|core/platform/pgtest/|core/platform/pgembed/find\.go$|core/tools/`)
	asks := regexp.MustCompile(`os\.(Getenv|LookupEnv)\(`)
	seen := 0
	for _, root := range []string{"../../core", "../../apps/zabuni", "../../bff-supplier", "../../bff-buyer", "../../bff-operator", "../../bff-contracts"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || allowed.MatchString(filepath.ToSlash(path)) {
				return err
			}
			seen++
			text, err := os.ReadFile(path)
			if asks.Match(text) {
				t.Errorf("%s reads the environment", path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 200 {
		t.Errorf("only %d files were looked at", seen)
	}
}
