//go:build data

// Package ocdstest holds what we publish against the standard's own schemas, which lie in a folder of real input.
package ocdstest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const base = "https://standard.open-contracting.org/schema/1__1__5/"

// used are the extensions that our packages name.
var used = []string{"lots", "enquiries", "participation_fee"}

// patch merges a document into another (RFC 7396), as the standard merges its extensions.
func patch(into, from any) any {
	members, ok := from.(map[string]any)
	if !ok {
		return from
	}
	out, ok := into.(map[string]any)
	if !ok {
		out = map[string]any{}
	}
	for name, v := range members {
		if v == nil {
			delete(out, name)
		} else {
			out[name] = patch(out[name], v)
		}
	}
	return out
}

func read(path ...string) (any, error) {
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(data))
}

// root is where the product lies: our own extension is served from there.
func root() string {
	at := "."
	for range 10 {
		if _, err := os.Stat(filepath.Join(at, "go.work")); err == nil {
			break
		}
		at = filepath.Join(at, "..")
	}
	return at
}

var compiled sync.Map // by folder

func schemas(folder string) (map[string]*jsonschema.Schema, error) {
	if known, ok := compiled.Load(folder); ok {
		return known.(map[string]*jsonschema.Schema), nil
	}
	release, err := read(folder, "ocds", "release-schema.json")
	if err != nil {
		return nil, err
	}
	for _, name := range used {
		more, err := read(folder, "ocds-extensions", name, "release-schema.json")
		if err != nil {
			return nil, err
		}
		release = patch(release, more)
	}
	own, err := read(root(), "apps", "supplier", "public", "ocds", "lot-period", "release-schema.json")
	if err != nil {
		return nil, err
	}
	release = patch(release, own)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft4)
	c.AssertFormat()
	if err := c.AddResource(base+"release-schema.json", release); err != nil {
		return nil, err
	}
	out := map[string]*jsonschema.Schema{}
	for _, name := range []string{"versioned-release-validation-schema.json", "release-package-schema.json", "record-package-schema.json"} {
		doc, err := read(folder, "ocds", name)
		if err != nil {
			return nil, err
		}
		if err := c.AddResource(base+name, doc); err != nil {
			return nil, err
		}
	}
	for kind, name := range map[string]string{"releases": "release-package-schema.json", "records": "record-package-schema.json"} {
		if out[kind], err = c.Compile(base + name); err != nil {
			return nil, err
		}
	}
	compiled.Store(folder, out)
	return out, nil
}

// Problem is what the schemas of a folder find wrong with a package; nil of a valid one.
func Problem(folder string, data []byte) error {
	all, err := schemas(folder)
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	for kind, schema := range all {
		if members, ok := doc.(map[string]any); ok && members[kind] != nil {
			return schema.Validate(doc)
		}
	}
	return fmt.Errorf("neither releases nor records")
}

// Valid fails a test whose package is not.
func Valid(t testing.TB, folder string, data []byte) {
	t.Helper()
	if err := Problem(folder, data); err != nil {
		t.Errorf("%v\n%s", err, data)
	}
}
