package main

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"image"
	"image/png"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// A canary is a word of one owner; see word.
type canary struct{ owner, class string }

var (
	canaries = regexp.MustCompile(`(?i)zq(alfa|gama|epsi|beta|delt|zeta|oper)([a-wyz]+)x`)
	streams  = regexp.MustCompile(`(?s)stream\r?\n(.*?)endstream`)
)

// spoken are the canaries that the story has used.
var spoken sync.Map

// heard lists the canaries in an answer, whatever it is packed in.
func heard(data []byte) map[canary]bool {
	out := map[canary]bool{}
	unpack(data, 0, func(text []byte) {
		for _, m := range canaries.FindAllSubmatch(text, -1) {
			out[canary{strings.ToLower(string(m[1])), strings.ToLower(string(m[2]))}] = true
		}
	})
	return out
}

// unpack hands on a text, and what lies inside it: entries of archives and
// workbooks, streams of a PDF.
func unpack(data []byte, depth int, read func([]byte)) {
	read(data)
	if depth > 3 {
		return
	}
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for _, f := range z.File {
			read([]byte(f.Name))
			if r, err := f.Open(); err == nil {
				inside, _ := io.ReadAll(r)
				unpack(inside, depth+1, read)
			}
		}
	case bytes.HasPrefix(data, []byte("%PDF")):
		for _, s := range streams.FindAllSubmatch(data, -1) {
			inside := s[1]
			if r, err := zlib.NewReader(bytes.NewReader(inside)); err == nil {
				inside, _ = io.ReadAll(r)
			}
			read(inside)
			read(bytes.ReplaceAll(inside, []byte{0}, nil)) // text stands as UTF-16
		}
	}
}

// zipped is an archive of one entry.
func zipped(t testing.TB, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// paper is a small PDF that holds a word.
func paper(word string) []byte {
	return []byte("%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\n% " + word + "\ntrailer <</Root 1 0 R>>\n%%EOF\n")
}

func picture() []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewGray(image.Rect(0, 0, 64, 64)))
	return b.Bytes()
}
