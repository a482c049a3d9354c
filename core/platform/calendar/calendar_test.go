package calendar

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"
)

func event() Event {
	start := time.Date(2026, 3, 29, 9, 0, 0, 0, time.FixedZone("EAT", 3*3600))
	return Event{
		ID:       "019-a@zabuni",
		Method:   Request,
		Sequence: 2,
		Title:    "የጨረታ ቅድመ ስብሰባ; part, two",
		Start:    start,
		End:      start.Add(time.Hour),
		Place:    "Gate 3\r\nATTENDEE:mailto:rival@example.org",
		Text:     strings.Repeat("አጀንዳ ", 60) + "\rEND:VEVENT\r\nBEGIN:VEVENT\rSUMMARY:forged\a\x00\u0085",
		By:       `Acme; "Works", Ltd`,
		Changed:  start,
	}
}

// unfolded are the lines of a calendar; it fails where one is longer than 75 bytes or ends otherwise than it must.
func unfolded(t *testing.T, raw []byte) []string {
	t.Helper()
	if rest := bytes.ReplaceAll(raw, []byte("\r\n"), nil); bytes.ContainsFunc(rest, unicode.IsControl) {
		t.Errorf("a line ends with half of its end, or has what no text has: %q", rest)
	}
	for _, l := range strings.Split(string(raw), "\r\n") {
		if len(l) > 75 {
			t.Errorf("a line of %d bytes: %q", len(l), l)
		}
	}
	return strings.Split(strings.ReplaceAll(string(raw), "\r\n ", ""), "\r\n")
}

func TestAnInvitationNamesItsReaderAlone(t *testing.T) {
	raw := Invitation(event(), "meetings@zabuni.example", Reader{Name: `Amina; "Ann" Otieno` + "\r\nX:1", Email: "amina@example.org"})
	lines := unfolded(t, raw)
	asked := 0
	for _, l := range lines {
		if strings.HasPrefix(l, "ATTENDEE") {
			asked++
			if !strings.Contains(l, ";CN=Amina Ann Otieno X 1;") || !strings.HasSuffix(l, "mailto:amina@example.org") {
				t.Error(l)
			}
		}
	}
	if asked != 1 {
		t.Errorf("%d are asked:\n%s", asked, raw)
	}
	for _, want := range []string{"METHOD:REQUEST", "SEQUENCE:2", "UID:019-a@zabuni", "DTSTART:20260329T060000Z", "DTEND:20260329T070000Z", "STATUS:CONFIRMED"} {
		if !strings.Contains(string(raw), want+"\r\n") {
			t.Errorf("no %s:\n%s", want, raw)
		}
	}
	back, err := ics.ParseCalendar(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	v := back.Events()[0]
	if got := v.GetProperty(ics.ComponentPropertySummary).Value; got != event().Title {
		t.Errorf("title %q", got)
	}
	if len(v.Attendees()) != 1 {
		t.Errorf("read back, %d are asked", len(v.Attendees()))
	}
}

func TestWhatIsOffSaysSo(t *testing.T) {
	e := event()
	e.Method = Cancel
	raw := string(Invitation(e, "a@b.example", Reader{Email: "c@d.example"}))
	for _, want := range []string{"METHOD:CANCEL\r\n", "STATUS:CANCELLED\r\n"} {
		if !strings.Contains(raw, want) {
			t.Errorf("no %q:\n%s", want, raw)
		}
	}
}

func TestAFeedNamesNobody(t *testing.T) {
	raw := Feed("Zabuni", []Event{event(), event()})
	unfolded(t, raw)
	if strings.Count(string(raw), "\r\nBEGIN:VEVENT\r\n") != 2 || strings.Contains(string(raw), "\r\nATTENDEE") || strings.Contains(string(raw), "ORGANIZER") {
		t.Errorf("%s", raw)
	}
}
