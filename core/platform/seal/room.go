package seal

import (
	"fmt"

	"github.com/google/uuid"
)

const roomTitle = "zabuni/auction/v1"

// A Room is what is signed of the log of an auction's room: how many lines it has and what their chain ends with.
type Room struct {
	Auction uuid.UUID
	Lines   int64
	Head    Hash
}

func (r Room) text(origin string) string {
	return fmt.Sprintf("%s\nlog %s\nauction %s\nlines %d\nhead %x\n", roomTitle, origin, r.Auction, r.Lines, r.Head[:])
}

// SignRoom signs the head of a room's log.
func (n *Notary) SignRoom(r Room) ([]byte, error) { return n.sign(r.text(n.origin)) }

// Room reads a genuine head of a room's log.
func (v *Verifier) Room(msg []byte) (Room, error) {
	text, err := v.open(msg)
	if err != nil {
		return Room{}, err
	}
	l := readLines(text, roomTitle)
	l.next("log")
	r := Room{Auction: l.uuid("auction"), Lines: l.int("lines")}
	r.Head = l.sum("head")
	if l.err != nil {
		return Room{}, l.err
	}
	if r.text(v.origin) != text {
		return Room{}, BadNote.New("another log's room")
	}
	return r, nil
}
