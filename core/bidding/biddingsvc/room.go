package biddingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// An Entrant is a company that entered a room.
type Entrant struct {
	Supplier uuid.UUID
	By       uuid.UUID // whoever entered for it
	At       time.Time
}

// An Entry is the version of a bid that stands for what an entrant bid in its room.
type Entry struct{ Submission, Supplier uuid.UUID }

// FromRoom makes bids of those who entered a room that asked for no papers, as the log
// entry says, and returns them in their order. They hold no draft, no envelope and no
// receipt: what was bid stands in the room's own log. A bid that somebody had begun all
// the same becomes that of the room.
func FromRoom(ctx context.Context, tx pg.Tx, c sourcing.Category, entrants []Entrant, logged int64) ([]Entry, error) {
	begun := biddingdb.InsertRoomBidsParams{CategoryID: c.ID, BuyerID: c.Buyer}
	for _, e := range entrants {
		begun.Ids = append(begun.Ids, uuid.Must(uuid.NewV7()))
		begun.Suppliers = append(begun.Suppliers, e.Supplier)
		begun.Ats = append(begun.Ats, e.At)
	}
	if err := q.InsertRoomBids(ctx, tx, begun); err != nil {
		return nil, err
	}
	rows, err := q.RoomBids(ctx, tx, c.ID, c.Buyer, begun.Suppliers)
	if err != nil {
		return nil, err
	}
	bids := make(map[uuid.UUID]biddingdb.RoomBidsRow, len(rows))
	moves := make(map[uuid.UUID]bidding.Move, len(rows))
	for _, r := range rows {
		bids[r.SupplierID], moves[r.ID] = r, bidding.Enter
	}
	if err := Mark(ctx, tx, c.Buyer, moves); err != nil {
		return nil, err
	}
	put := biddingdb.InsertRoomVersionsParams{CategoryID: c.ID, BuyerID: c.Buyer, LogIndex: logged}
	out := make([]Entry, len(entrants))
	for i, e := range entrants {
		bid := bids[e.Supplier]
		out[i] = Entry{Submission: uuid.Must(uuid.NewV7()), Supplier: e.Supplier}
		put.Ids = append(put.Ids, out[i].Submission)
		put.Bids = append(put.Bids, bid.ID)
		put.Suppliers = append(put.Suppliers, e.Supplier)
		put.Versions = append(put.Versions, bid.LatestVersion+1)
		put.Ats = append(put.Ats, e.At)
		put.Bys = append(put.Bys, e.By)
	}
	if err := q.InsertRoomVersions(ctx, tx, put); err != nil {
		return nil, err
	}
	return out, q.CountRoomVersion(ctx, tx, c.ID, c.Buyer, put.Bids)
}
