package main

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// draw takes n faults, evenly over the areas, none inside another.
func draw(all []fault, seed int64, n int) (out []fault) {
	lot := rand.New(rand.NewPCG(uint64(seed), 0x7a6162756e69))
	byArea := map[string][]fault{}
	for _, f := range all {
		byArea[f.area] = append(byArea[f.area], f)
	}
	for _, a := range areas {
		list := byArea[a.name]
		lot.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	for k := 0; len(out) < n; k++ {
		left := false
		for _, a := range areas {
			if list := byArea[a.name]; k < len(list) && len(out) < n {
				left = true
				if f := list[k]; !slices.ContainsFunc(out, f.overlaps) {
					f.id = len(out) + 1
					out = append(out, f)
				}
			}
		}
		if !left {
			break
		}
	}
	return out
}

func (f fault) overlaps(g fault) bool {
	return f.file == g.file && (f.from < g.to && g.from < f.to || f.used != "" && f.used == g.used)
}

const plantedPath = "zabuni.org/core/kernel/planted"

// plant writes files with the faults into dir, and what takes them for those of the tree.
func plant(root, dir string, faults []fault, runtime string) (overlay string, err error) {
	replace := map[string]string{}
	put := func(at, text string) error {
		to := filepath.Join(dir, strings.ReplaceAll(at, "/", "_"))
		replace[filepath.Join(root, at)] = to
		return os.WriteFile(to, []byte(text), 0o600)
	}
	if err := put("core/kernel/planted/planted.go", runtime); err != nil {
		return "", err
	}
	files := map[string][]fault{}
	for _, f := range faults {
		files[f.file] = append(files[f.file], f)
	}
	for file, list := range files {
		raw, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return "", err
		}
		text := string(raw)
		slices.SortFunc(list, func(a, b fault) int { return b.from - a.from })
		for _, f := range list {
			if f.used == "" {
				text = text[:f.from] + fmt.Sprintf(f.text, f.id) + text[f.to:]
			}
		}
		for _, f := range list {
			if f.used != "" {
				text = regexp.MustCompile(`\(ctx, `+f.used+`([,)])`).ReplaceAllString(text, fmt.Sprintf("(ctx, planted.Pick(%d, %s, %sPlanted)$1", f.id, f.used, f.used))
				text += fmt.Sprintf("\nconst %sPlanted = `%s`\n", f.used, f.query)
			}
		}
		at, err := parser.ParseFile(token.NewFileSet(), file, raw, parser.ImportsOnly)
		if err != nil {
			return "", err
		}
		// on the line of the package, so that no line moves
		end := int(at.Name.End()) - 1
		text = text[:end] + fmt.Sprintf("; import %q", plantedPath) + text[end:]
		if err := put(file, text); err != nil {
			return "", err
		}
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, raw, 0o600)
}
