// Package model is a language model for tests and demonstrations, behind the interface that those of
// others have. It writes a clause for each topic that it is asked about, the same for the same brief,
// and keeps what it was told last.
package model

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Name is what it is called.
const Name = "zabuni-sample"

// A Model is one.
type Model struct {
	mu     sync.Mutex
	told   []string
	answer func(brief string) string // nil: its own
	server *http.Server
	at     string
}

// Open lets one listen on this machine.
func Open() (*Model, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &Model{at: l.Addr().String()}
	m.server = &http.Server{Handler: http.HandlerFunc(m.serve), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = m.server.Serve(l) }()
	return m, nil
}

// Close ends it.
func (m *Model) Close() { _ = m.server.Close() }

// URL is where it answers.
func (m *Model) URL() string { return "http://" + m.at + "/v1" }

// Say has it answer otherwise than by itself.
func (m *Model) Say(answer func(brief string) string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answer = answer
}

// memory is how many requests it keeps: a demonstration that runs for weeks asks more.
const memory = 200

// Told is what it was told last, a request each.
func (m *Model) Told() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string{}, m.told...)
}

func (m *Model) serve(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Messages []struct{ Role, Content string } `json:"messages"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&in); err != nil || len(in.Messages) != 2 || r.URL.Path != "/v1/chat/completions" {
		http.Error(w, `{"error":{"message":"two messages are wanted"}}`, http.StatusBadRequest)
		return
	}
	whole, err := json.Marshal(in)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	m.mu.Lock()
	m.told = append(m.told[max(0, len(m.told)+1-memory):], string(whole))
	answer := m.answer
	m.mu.Unlock()
	if answer == nil {
		answer = clauses
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"model": Name, "choices": []any{map[string]any{
		"index": 0, "finish_reason": "stop", "message": map[string]string{"role": "assistant", "content": answer(in.Messages[1].Content)}}}})
}

// sentences are what it writes, by language.
var sentences = map[string][3]string{
	"en": {"On %s", "{buyer} and {supplier} agree on this in writing before the work begins.", "What is not agreed on follows the law that governs this contract."},
	"am": {"ስለ %s", "{buyer} እና {supplier} ሥራው ከመጀመሩ በፊት በዚህ ላይ በጽሑፍ ይስማማሉ።", "ያልተስማሙበት በዚህ ውል ገዢ ሕግ ይወሰናል።"},
	"fr": {"Sur %s", "{buyer} et {supplier} en conviennent par écrit avant le début des travaux.", "Ce qui n’est pas convenu suit la loi qui régit ce contrat."},
	"pt": {"Sobre %s", "{buyer} e {supplier} acordam isto por escrito antes do início do trabalho.", "O que não for acordado segue a lei que rege este contrato."},
	"sw": {"Kuhusu %s", "{buyer} na {supplier} wanakubaliana hili kwa maandishi kabla ya kazi kuanza.", "Kisichokubaliwa kinafuata sheria inayotawala mkataba huu."},
}

// clauses is its own answer to a brief.
func clauses(brief string) string {
	var in struct {
		Language string
		Topics   []string
		Wish     string
	}
	if json.Unmarshal([]byte(brief), &in) != nil {
		return "{}"
	}
	words, ok := sentences[in.Language]
	if !ok {
		words = sentences["en"]
	}
	about := in.Topics
	if in.Wish != "" || len(about) == 0 {
		about = append(about, "general")
	}
	type clause struct {
		Title     string   `json:"title"`
		Sentences []string `json:"sentences"`
	}
	out := struct {
		Clauses []clause `json:"clauses"`
	}{}
	for _, topic := range about[:min(len(about), 8)] {
		out.Clauses = append(out.Clauses, clause{fmt.Sprintf(words[0], strings.ReplaceAll(topic, "_", " ")), []string{words[1], words[2]}})
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return "{}"
	}
	return string(raw)
}
