package locale

import (
	"testing"
	"testing/fstest"
)

func TestMustLoad(t *testing.T) {
	all := MustLoad[map[string]string](fstest.MapFS{
		"locales/en.json":  {Data: []byte(`{"yes":"Yes"}`)},
		"locales/sw.json":  {Data: []byte(`{"yes":"Ndiyo"}`)},
		"locales/note.txt": {Data: []byte(`not a language`)},
	})
	if len(all) != 2 || all["en"]["yes"] != "Yes" || all["sw"]["yes"] != "Ndiyo" {
		t.Fatalf("got %v", all)
	}
}

func TestMustLoadRefuses(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"nothing":       {},
		"a broken file": {"locales/en.json": {Data: []byte(`{"yes":`)}},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it was taken")
				}
			}()
			MustLoad[map[string]string](files)
		})
	}
}
