package main

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"zabuni.org/apps/zabuni/internal/frontdoor"
	"zabuni.org/core/app/serve"
	"zabuni.org/core/config"
	"zabuni.org/core/platform/seal"
)

const deploy = "../../deploy/"

func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(deploy + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

type node = map[string]any

// at walks into parsed YAML; what is not there is nil.
func at(n any, path ...string) any {
	for _, name := range path {
		m, ok := n.(node)
		if !ok {
			return nil
		}
		n = m[name]
	}
	return n
}

func list(n any, path ...string) []any {
	l, _ := at(n, path...).([]any)
	return l
}

func setting(t *testing.T, where, name string) (secret bool) {
	t.Helper()
	for _, s := range config.Table {
		if s.Name == name {
			if s.Demo {
				t.Errorf("%s sets %s, which is the demonstration's", where, name)
			}
			return s.Secret
		}
	}
	t.Errorf("%s sets %s, which nothing reads", where, name)
	return false
}

func TestComposeSetsWhatIsRead(t *testing.T) {
	var c node
	if err := yaml.Unmarshal([]byte(text(t, "compose.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	example := text(t, "env.example")
	for _, m := range regexp.MustCompile(`\$\{(\w+)`).FindAllStringSubmatch(text(t, "compose.yaml"), -1) {
		if !strings.Contains(example, "\n"+m[1]+"=") {
			t.Errorf("env.example does not name %s", m[1])
		}
	}
	ours, values := 0, map[string]map[string]string{}
	for name, service := range at(c, "services").(node) {
		image, _ := at(service, "image").(string)
		if image != "zabuni" {
			if !regexp.MustCompile(`^([a-z]+/)?[a-z]+:\S*\d+[.-]\d+\S*$`).MatchString(image) {
				t.Errorf("%s: %s is not a plain name with a version", name, image)
			}
			continue
		}
		ours++
		pairs, env := at(service, "environment").(node), map[string]string{}
		for key, v := range pairs {
			env[key], _ = v.(string)
			if secret := setting(t, name, key); secret && env[key] != "" && !strings.Contains(env[key], "${") && key != "S3_ACCESS_KEY" {
				t.Errorf("%s: %s is written into the file", name, key)
			}
		}
		values[name] = env
		if _, err := config.Load(func(key string) string { return expand(env[key]) }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		holds := slices.Contains(list(service, "volumes"), any("opener-keys:/var/lib/zabuni/opener-keys"))
		if holds != (name == "opener") || holds && !strings.Contains(env["DATABASE_URL"], "zabuni_opener:") || !holds && strings.Contains(env["DATABASE_URL"], "zabuni_opener") {
			t.Errorf("%s holds the opening key: %v", name, holds)
		}
	}
	if ours != 5 || !maps.Equal(values["zabuni1"], values["zabuni2"]) {
		t.Errorf("%d of our services, %v", ours, values)
	}
}

// expand fills ${NAME:-default} with its default, and what has none with an address.
func expand(v string) string {
	return regexp.MustCompile(`\$\{(\w+)(?::[-?](.*?))?\}`).ReplaceAllStringFunc(v, func(m string) string {
		switch {
		case strings.HasPrefix(m, "${PUBLIC_URL"):
			return "https://bids.example.org"
		case strings.Contains(m, ":-"):
			return m[strings.Index(m, ":-")+2 : len(m)-1]
		}
		return "word"
	})
}

// The proxies in front route as the front door does: each of its rows, and no other.
func TestProxiesRouteAsTheFrontDoor(t *testing.T) {
	caddy := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\thandle (/\S+)/\* \{\n\t\timport zabuni\n\t\}$`).FindAllStringSubmatch(text(t, "Caddyfile"), -1) {
		caddy[m[1]] = true
	}
	ingress := map[string]string{}
	for _, doc := range manifests(t)["ingress.yaml"] {
		for _, rule := range list(doc, "spec", "rules") {
			for _, p := range list(rule, "http", "paths") {
				path, _ := at(p, "path").(string)
				ingress[path], _ = at(p, "backend", "service", "name").(string)
				if at(p, "pathType") != "Prefix" {
					t.Errorf("%s is no prefix", path)
				}
			}
		}
	}
	if ingress["/"] != "zabuni" {
		t.Error("the shared paths have no service")
	}
	delete(ingress, "/")
	table := frontdoor.Table()
	for prefix, who := range table {
		if !caddy[prefix] {
			t.Errorf("Caddyfile has no row for %s", prefix)
		}
		want := "zabuni"
		if strings.HasPrefix(who, "bff-") {
			want = who
		}
		if ingress[prefix] != want {
			t.Errorf("ingress: %s goes to %q, want %s", prefix, ingress[prefix], want)
		}
	}
	if len(caddy) != len(table) || len(ingress) != len(table) {
		t.Errorf("%d rows in Caddyfile, %d in the ingress, %d in the door", len(caddy), len(ingress), len(table))
	}
}

// manifests parses every file for Kubernetes, and sees that the list of them is whole.
func manifests(t *testing.T) map[string][]node {
	t.Helper()
	out := map[string][]node{}
	paths, err := filepath.Glob(deploy + "kubernetes/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := filepath.Base(path)
		for d := yaml.NewDecoder(strings.NewReader(text(t, "kubernetes/"+name))); ; {
			var n node
			if err := d.Decode(&n); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(name, err)
			}
			out[name] = append(out[name], n)
		}
	}
	for name := range out {
		if name != "kustomization.yaml" && !slices.Contains(list(out["kustomization.yaml"][0], "resources"), any(name)) {
			t.Errorf("kustomization.yaml does not name %s", name)
		}
	}
	return out
}

func TestKubernetesGivesEachPartItsOwn(t *testing.T) {
	budgets, workloads, maps := map[string]bool{}, 0, map[string]node{}
	all := manifests(t)
	for _, docs := range all {
		for _, d := range docs {
			name, space := at(d, "metadata", "name"), at(d, "metadata", "namespace")
			switch at(d, "kind") {
			case "Secret":
				t.Errorf("a secret is written down: %v", name)
			case "PodDisruptionBudget":
				budgets[name.(string)] = true
			case "ConfigMap":
				maps[space.(string)] = at(d, "data").(node)
				for key := range maps[space.(string)] {
					if setting(t, "ConfigMap", key) {
						t.Errorf("ConfigMap holds the secret %s", key)
					}
				}
			}
		}
	}
	for file, docs := range all {
		for _, d := range docs {
			kind := at(d, "kind")
			if kind != "Deployment" && kind != "Job" {
				continue
			}
			workloads++
			name, space := at(d, "metadata", "name").(string), at(d, "metadata", "namespace").(string)
			if kind == "Deployment" && !budgets[name] {
				t.Errorf("%s has no disruption budget", name)
			}
			checkPod(t, file+" "+name, name, space, at(d, "spec", "template", "spec"), maps[space])
		}
	}
	if workloads != 8 {
		t.Errorf("%d workloads", workloads)
	}
}

func checkPod(t *testing.T, where, name, space string, spec any, settings node) {
	t.Helper()
	env := map[string]string{"DATA": "/var/lib/zabuni"}
	for key, v := range settings {
		env[key], _ = v.(string)
	}
	c := list(spec, "containers")[0]
	for _, e := range list(c, "env") {
		key := at(e, "name").(string)
		ref := at(e, "valueFrom", "secretKeyRef")
		if secret := setting(t, where, key); !secret || at(ref, "key") != key {
			t.Errorf("%s: %s is not taken from a secret under its own name", where, key)
		}
		if owner := at(ref, "name"); owner == "zabuni-owner" && name != "migrate" || (owner == "zabuni-opener") != (name == "opener") {
			t.Errorf("%s takes %s of %v", where, key, owner)
		}
		env[key] = "postgres://word@word/word"
	}
	if _, err := config.Load(func(key string) string { return env[key] }); err != nil {
		t.Errorf("%s: %v", where, err)
	}
	var held []string
	secret := ""
	for _, v := range list(spec, "volumes") {
		if s, ok := at(v, "secret", "secretName").(string); ok {
			secret = s
			for _, item := range list(v, "secret", "items") {
				held = append(held, at(item, "key").(string))
			}
		}
	}
	if (name == "opener") != slices.Contains(held, seal.OpeningFile) || (name == "opener") != (secret == "zabuni-opener-keys") || (name == "opener") != (space == "zabuni-opener") {
		t.Errorf("%s in %s mounts %v of %s", where, space, held, secret)
	}
	part := serve.All(config.Settings{External: struct{ Opener, Worker bool }{true, true}})
	desk, isDesk := strings.CutPrefix(name, "bff-")
	switch {
	case isDesk:
		part = serve.BFF(desk)
	case name == "worker":
		part = serve.Worker
	case name == "opener":
		part = serve.Opener
	case name == "migrate":
		return // takes the whole secret
	}
	for _, key := range append(slices.Clone(part.Requires), serve.VerifierFile) {
		if !slices.Contains(held, key) {
			t.Errorf("%s does not start without the key %s", where, key)
		}
	}
}

// The image is made of what is in the repository.
func TestTheImageCopiesWhatIsThere(t *testing.T) {
	file := text(t, "Dockerfile")
	for _, m := range regexp.MustCompile(`(?m)^COPY ([^-\n].*)$`).FindAllStringSubmatch(file, -1) {
		names := strings.Fields(m[1])
		for _, name := range names[:len(names)-1] {
			if _, err := os.Stat("../../" + name); err != nil {
				t.Error(err)
			}
		}
	}
	for name := range bffs {
		if _, err := os.Stat("../../bff-" + name + "/cmd/bff-" + name + "/main.go"); err != nil {
			t.Error(err)
		}
		if !strings.Contains(file, "COPY bff-"+name+" ") || !strings.Contains(file, "/apps/"+name+"/dist") {
			t.Errorf("the image lacks %s", name)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^ENV (.*)$`).FindAllStringSubmatch(file, -1) {
		for pair := range strings.FieldsSeq(m[1]) {
			if key, _, _ := strings.Cut(pair, "="); key != "ZONEINFO" && key != "CGO_ENABLED" && key != "GOFLAGS" {
				setting(t, "Dockerfile", key)
			}
		}
	}
	if !strings.Contains(file, "FROM scratch AS program") || !strings.Contains(file, "USER 65532:65532") {
		t.Error("the program runs with more than it needs")
	}
}
