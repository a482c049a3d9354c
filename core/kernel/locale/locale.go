// Package locale reads the sentences that a package carries beside its code, one
// file a language.
package locale

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
)

// MustLoad reads locales/<language>.json of every language there is. A file that
// does not fit is a fault of the build, which the first start shows.
func MustLoad[T any](files fs.FS) map[string]T {
	names, err := fs.Glob(files, "locales/*.json")
	if err != nil || len(names) == 0 {
		panic("locale: no locales")
	}
	all := make(map[string]T, len(names))
	for _, name := range names {
		var texts T
		raw, err := fs.ReadFile(files, name)
		if err == nil {
			err = json.Unmarshal(raw, &texts)
		}
		if err != nil {
			panic("locale: " + name + ": " + err.Error())
		}
		all[strings.TrimSuffix(path.Base(name), ".json")] = texts
	}
	return all
}
