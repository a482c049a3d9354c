package main

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
)

// ofTheMoment is what two answers differ in though nothing has happened between them.
var ofTheMoment = regexp.MustCompile(`"(server_time|instance|request_id|now)":\s*"[^"]*"`)

// saidIn is what an answer says: of a workbook what stands in its cells, however they look.
func saidIn(a answer) string {
	if !strings.HasPrefix(a.body, "PK\x03\x04") {
		return a.body
	}
	book, err := excelize.OpenReader(strings.NewReader(a.body))
	if err != nil { // another archive
		var parts []string
		unpack([]byte(a.body), 0, func(inside []byte) { parts = append(parts, string(inside)) })
		return strings.Join(slices.Sorted(slices.Values(parts[1:])), "\n")
	}
	var out strings.Builder
	for _, sheet := range book.GetSheetList() {
		cells, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
		fmt.Fprintln(&out, sheet, cells, err)
	}
	return out.String()
}

// everything is what a reader is told by each operation, with objects of its own, and with the open category and its job
// wherever one of them may be named.
func (s *canarySweep) everything(list []row, p reader) map[string]string {
	out := map[string]string{}
	t := s.tenants[0]
	for _, r := range list {
		if r.app != p.app || r.method != http.MethodGet || r.path == "/live" {
			continue
		}
		names := placeholder.FindAllStringSubmatch(r.path, -1)
		paths := []string{r.path}
		if len(names) > 0 {
			for _, named := range []string{"", "open", "open_job"} {
				path := r.path
				for _, n := range names {
					v := s.object(r, n[1], p.persona).own
					if named != "" && (strings.Contains(n[1], "category") || strings.Contains(n[1], "job")) {
						v = t.ids[named]
					}
					path = strings.Replace(path, n[0], v, 1)
				}
				paths = append(paths, path)
			}
			paths = slices.Compact(slices.Sorted(slices.Values(paths[1:])))
		}
		for _, path := range paths {
			a := s.send(p.persona, r.app, http.MethodGet, path+s.query(r), nil)
			if a.status == http.StatusTooManyRequests {
				s.exec("DELETE FROM rate_limit")
				a = s.send(p.persona, r.app, http.MethodGet, path+s.query(r), nil)
			}
			out[r.path+"\t"+path] = fmt.Sprint(a.status, " ", ofTheMoment.ReplaceAllString(saidIn(a), ""))
		}
	}
	return out
}

// What moves though nobody bids: nothing can be read from it here.
var ofItself = map[string]string{
	"/authentication/sessions":   "who reads has signed in anew",
	"/authentication/user_logs/": "the same",
	"/log":                       "the public log grows by whatever anybody does, reading among it",
	"/log/growth":                "the same",
	"/platform":                  "how much waits to be delivered",
}

// What is told before an opening all the same, and why.
var toldBefore = map[string]string{
	"operator /emails/analysis": "the platform counts what it has written, receipts to bidders among it",
	"operator /emails/outgoing": "to whom the platform has written",
	"operator /withdrawals":     "who is to be called, and why it withdrew",
}

// Until the opening nobody but the bidder itself is told anything by what it does with its bid: written, sent, sent again and
// taken back, it changes no count, no order, no moment and no file of anybody else.
func TestWhatIsDoneWithABidShowsNowhereBeforeItsOpening(t *testing.T) {
	t.Parallel()
	s := newSweep(newHouse(t), newHearing(t))
	list := rows(t)
	x := s.tenants[0]
	category := uuid.MustParse(x.ids["open"])
	var readers []reader
	for _, r := range s.readers() {
		if r.user != x.rival.User {
			readers = append(readers, r)
		}
	}
	tell := func() map[string]map[string]string {
		out := map[string]map[string]string{}
		for _, r := range readers {
			out[r.name] = s.everything(list, s.fresh(r))
		}
		return out
	}
	bid := s.id("SELECT id FROM participation WHERE category_id = $1 AND supplier_id = $2", category, x.rival.Org)
	s.react()
	tell() // what is read for the first time is marked as read
	before := tell()
	moves := map[string]bool{}
	for reader, answers := range tell() {
		for path, got := range answers {
			if operation, _, _ := strings.Cut(path, "\t"); got != before[reader][path] {
				moves[operation] = true
				if ofItself[operation] == "" {
					t.Errorf("%s is told something else by %s though nothing happened", reader, path)
				}
			}
		}
	}
	used := map[string]bool{}
	did := func(what string, act func(a access.Actor, bid uuid.UUID) error) {
		t.Helper()
		s.must(act(x.rival, uuid.MustParse(bid)))
		s.react()
		for reader, answers := range tell() {
			for path, got := range answers {
				was := before[reader][path]
				operation, _, _ := strings.Cut(path, "\t")
				if was == got || moves[operation] {
					continue
				}
				app, _, _ := strings.Cut(reader, " ")
				if key := app + " " + operation; toldBefore[key] != "" {
					used[key] = true
					continue
				}
				i := 0
				for i < len(was) && i < len(got) && was[i] == got[i] {
					i++
				}
				cut := func(x string) string { return fmt.Sprintf("%.160q", x[max(0, i-80):]) }
				t.Errorf("%s: %s is told something else by %s\n  was %s\n  is  %s", what, reader, path, cut(was), cut(got))
			}
		}
	}
	did("read the addenda", func(a access.Actor, bid uuid.UUID) error { return s.Bidding.Acknowledge(s.ctx, a, bid, 2) })
	did("wrote", func(a access.Actor, bid uuid.UUID) error {
		_, err := s.Bidding.Save(s.ctx, a, bid, biddingsvc.Changes{Prices: []biddingsvc.Price{{Item: uuid.MustParse(x.ids["open_item"]), UnitPrice: "601.5"}}})
		return err
	})
	did("sent", func(a access.Actor, bid uuid.UUID) error {
		_, err := s.Bidding.Submit(s.ctx, a, bid, "one")
		return err
	})
	did("sent again", func(a access.Actor, bid uuid.UUID) error {
		_, err := s.Bidding.Submit(s.ctx, a, bid, "two")
		return err
	})
	did("took back", func(a access.Actor, bid uuid.UUID) error {
		return s.Bidding.Withdraw(s.ctx, a, bid, "A reason that is long enough")
	})
	for key, why := range toldBefore {
		if !used[key] {
			t.Errorf("%s tells nothing of it, though it may: %s", key, why)
		}
	}
}
