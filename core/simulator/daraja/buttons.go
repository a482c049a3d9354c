//go:build demo

package daraja

import (
	"slices"
	"time"
)

// Later is how late a late callback is.
const Later = 3 * time.Second

// A Button is what the owner of a phone does with a prompt, and what becomes of its callback.
type Button struct {
	Do, Says string
	code     int
	more     int64 // than was asked is told to have been paid
	times    int   // the callback is sent
	late     bool
}

// Buttons are those of an open prompt. M-Pesa takes shillings alone, and a phone has no browser to close.
var Buttons = []Button{
	{Do: "pay", Says: "Pay", times: 1},
	{Do: "decline", Says: "Enter a wrong PIN", code: 2001, times: 1},
	{Do: "cancel", Says: "Cancel", code: 1032, times: 1},
	{Do: "less", Says: "Pay wrong amount", more: -1, times: 1},
	{Do: "twice", Says: "Pay, callback twice", times: 2},
	{Do: "late", Says: "Pay, callback 3 s late", times: 1, late: true},
	{Do: "never", Says: "Pay, never call back"},
}

// Press does what a button says with a prompt.
func (s *Simulator) Press(ref, do string) error {
	if do == "reverse" {
		return s.reverse(ref)
	}
	i := slices.IndexFunc(Buttons, func(b Button) bool { return b.Do == do })
	if i < 0 {
		return errNotOpen
	}
	return s.end(ref, Buttons[i])
}

// reverse gives money back at Safaricom. It tells nobody: a letter does.
func (s *Simulator) reverse(ref string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.find(ref)
	if p == nil || p.Receipt == "" || p.Reversed {
		return errNotOpen
	}
	p.Reversed = true
	return nil
}

// Next says what becomes of the next prompt: "before" is paid before it is answered for, "cut" is shown
// and its answer never comes.
func (s *Simulator) Next(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = what
}

// Deliver sends the callbacks whose time has come. Who moves the clock on calls it; else it calls itself.
func (s *Simulator) Deliver() {
	s.mu.Lock()
	var due []*Prompt
	for _, p := range s.prompts {
		if p.Due != nil && !s.closed && !s.o.Now().Before(*p.Due) {
			due, p.Due = append(due, p), nil
		}
	}
	var came []*Deposit
	for _, d := range s.deposits {
		if d.due != nil && !s.closed && !s.o.Now().Before(*d.due) {
			came, d.due = append(came, d), nil
		}
	}
	s.posts.Add(len(due) + len(came))
	s.mu.Unlock()
	for _, p := range due {
		s.callBack(p, 1)
		s.posts.Done()
	}
	for _, d := range came {
		s.confirms(d, 1)
		s.posts.Done()
	}
}

// callBack tells what became of a prompt.
func (s *Simulator) callBack(p *Prompt, times int) {
	s.mu.Lock()
	body, url := callbackOf(*p), p.callback
	s.mu.Unlock()
	for range times {
		if post(url, body) == nil {
			s.mu.Lock()
			p.Callbacks++
			s.mu.Unlock()
		}
	}
}
