package sourcingsvc

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// putAsset stores what is said of an item besides; its photographs and its reserve
// have acts of their own.
func putAsset(ctx context.Context, tx pg.Tx, c sourcing.Category, x sourcing.Item) error {
	if x.Asset == nil {
		return nil
	}
	if err := c.Policy().Need(sourcing.Assets); err != nil {
		return err
	}
	return q.PutAsset(ctx, tx, sourcingdb.PutAssetParams{
		ItemID:     x.ID,
		CategoryID: c.ID,
		BuyerID:    c.Buyer,
		Condition:  string(x.Asset.Condition),
		Notes:      x.Asset.Notes,
		Location:   x.Asset.Location,
	})
}

// copyAssets stores what the items of a copy are besides, with their photographs. A
// reserve is not copied: nobody can read it.
func copyAssets(ctx context.Context, tx pg.Tx, a access.Actor, category, owner uuid.UUID, items []sourcing.Item) error {
	for _, i := range items {
		if i.Asset == nil {
			continue
		}
		err := q.PutAsset(ctx, tx, sourcingdb.PutAssetParams{
			ItemID:     i.ID,
			CategoryID: category,
			BuyerID:    owner,
			Condition:  string(i.Asset.Condition),
			Notes:      i.Asset.Notes,
			Location:   i.Asset.Location,
		})
		if err != nil {
			return err
		}
		for _, p := range i.Asset.Photos {
			p.ID = uuid.Must(uuid.NewV7())
			if _, err := insertPhoto(ctx, tx, a, category, owner, i.ID, p); err != nil {
				return err
			}
		}
	}
	return nil
}

func insertPhoto(ctx context.Context, tx pg.Tx, a access.Actor, category, owner, item uuid.UUID, p sourcing.AssetPhoto) (int64, error) {
	return q.InsertAssetPhoto(ctx, tx, sourcingdb.InsertAssetPhotoParams{
		ID:         p.ID,
		ItemID:     item,
		CategoryID: category,
		BuyerID:    owner,
		DocumentID: p.Document,
		Name:       p.Name,
		Size:       p.Size,
		AddedBy:    a.User,
		AddedAt:    tx.Now,
	})
}

// A Photo is a photograph as a browser sends it. Its id is the browser's, so that one
// that is sent again is the same.
type Photo struct {
	ID    uuid.UUID
	Name  string
	Bytes []byte
}

// AddPhoto keeps a photograph of an item, without what the camera wrote beside it.
func (s *Service) AddPhoto(ctx context.Context, a access.Actor, owner, category, item uuid.UUID, p Photo) error {
	clean, media, err := sourcing.CheckPhoto(p.Bytes)
	if err != nil {
		return err
	}
	var f fault.Fields
	p.Name = f.Line("/name", p.Name, 200)
	if err := f.Err(); err != nil {
		return err
	}
	return s.change(ctx, a, owner, category, sourcing.ToAuthor, sourcing.Assets, "item.photo_added", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		x, err := itemOf(ctx, tx, c, item)
		if err != nil {
			return item, nil, err
		}
		photos, err := q.AssetPhotos(ctx, tx, c.ID, owner)
		if err != nil {
			return item, nil, err
		}
		there := 0
		for _, other := range photos {
			if other.ItemID != item {
				continue
			}
			if other.ID == p.ID {
				return item, x.Number, nil // sent again
			}
			there++
		}
		if there >= sourcing.MaxAssetPhotos {
			return item, nil, sourcing.EnoughPhotos.New("").With("max", sourcing.MaxAssetPhotos)
		}
		d, err := s.Documents.Save(ctx, tx, a, owner, "item_photo", p.Name, media, clean)
		if err != nil {
			return item, nil, err
		}
		n, err := insertPhoto(ctx, tx, a, c.ID, owner, item, sourcing.AssetPhoto{ID: p.ID, Document: d.ID, Name: p.Name, Size: int64(len(clean))})
		return item, x.Number, found(n, err, sourcing.ItemNotFound) // another's photograph has that id
	})
}

// RemovePhoto takes a photograph of an item away.
func (s *Service) RemovePhoto(ctx context.Context, a access.Actor, owner, category, item, photo uuid.UUID) error {
	return s.change(ctx, a, owner, category, sourcing.ToAuthor, sourcing.Assets, "item.photo_removed", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		n, err := q.DeleteAssetPhoto(ctx, tx, photo, item, c.ID, owner)
		return item, nil, found(n, err, document.Missing)
	})
}

// ItemPhoto returns a photograph of an item to its authors.
func (s *Service) ItemPhoto(ctx context.Context, a access.Actor, owner, category, item, photo uuid.UUID) (documentsvc.Document, error) {
	if err := a.Serve(owner, ""); err != nil {
		return documentsvc.Document{}, err
	}
	if _, err := readCategory(ctx, s.db, category, owner); err != nil {
		return documentsvc.Document{}, err
	}
	return s.photo(ctx, owner, category, item, photo)
}

// SupplierItemPhoto returns a photograph of an item to whom the category is shown.
func (s *Service) SupplierItemPhoto(ctx context.Context, a access.Actor, category, item, photo uuid.UUID) (documentsvc.Document, error) {
	c, _, err := s.shown(ctx, a, category)
	if err != nil {
		return documentsvc.Document{}, err
	}
	return s.photo(ctx, c.Buyer, category, item, photo)
}

func (s *Service) photo(ctx context.Context, owner, category, item, photo uuid.UUID) (documentsvc.Document, error) {
	row, err := q.AssetPhoto(ctx, s.db, photo, owner)
	if pg.NoRows(err) || err == nil && (row.ItemID != item || row.CategoryID != category) {
		return documentsvc.Document{}, document.Missing.New("")
	}
	if err != nil {
		return documentsvc.Document{}, err
	}
	return s.Documents.Read(ctx, owner, row.DocumentID)
}

func itemOf(ctx context.Context, tx pg.Tx, c sourcing.Category, id uuid.UUID) (sourcingdb.ItemRow, error) {
	row, err := q.Item(ctx, tx, id, c.ID, c.Buyer)
	if pg.NoRows(err) {
		err = sourcing.ItemNotFound.New("")
	}
	return row, err
}

// SetReserve seals the least for which a unit of an item is sold, in place of what was
// sealed before. From here on nobody reads it until the prices are opened.
func (s *Service) SetReserve(ctx context.Context, a access.Actor, owner, category, item uuid.UUID, amount money.Decimal, reason string) error {
	return s.change(ctx, a, owner, category, sourcing.ToAuthor, sourcing.Assets, "item.reserve_sealed", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		x, err := itemOf(ctx, tx, c, item)
		if err != nil {
			return item, nil, err
		}
		said, err := sourcing.CheckReserve(c, amount, x.Quantity, reason)
		if err != nil {
			return item, nil, err
		}
		to, err := s.reserveKey(ctx, tx, c)
		if err != nil {
			return item, nil, err
		}
		raw, err := seal.Canonical(sourcing.ReserveManifest{Category: c.ID, Item: item, Currency: c.Currency, Amount: amount.String(), Reason: said})
		if err != nil {
			return item, nil, err
		}
		cipher, part, err := seal.SealSubmission(seal.Reserve, raw, to)
		clear(raw)
		if err != nil {
			return item, nil, err
		}
		return item, x.Number, q.PutReserve(ctx, tx, sourcingdb.PutReserveParams{
			ItemID:     item,
			CategoryID: c.ID,
			BuyerID:    owner,
			Currency:   string(c.Currency),
			Sealed:     cipher,
			Commitment: part.Commit[:],
			SetBy:      a.User,
			SetAt:      tx.Now,
		})
	})
}

// RemoveReserve lets an item go to the best price whatever it is.
func (s *Service) RemoveReserve(ctx context.Context, a access.Actor, owner, category, item uuid.UUID) error {
	return s.change(ctx, a, owner, category, sourcing.ToAuthor, sourcing.Assets, "item.reserve_removed", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		n, err := q.DeleteReserve(ctx, tx, item, c.ID, owner)
		return item, nil, found(n, err, sourcing.ReserveNotFound)
	})
}

// reserveKey is the key of a category's reserves. The first reserve makes it: it is
// typed before there is a closing time to which a key could be bound.
func (s *Service) reserveKey(ctx context.Context, tx pg.Tx, c sourcing.Category) (seal.Recipient, error) {
	k, err := q.ReserveKey(ctx, tx, c.ID, c.Buyer, string(seal.Reserve))
	if err == nil {
		return seal.ParseRecipient(k)
	}
	if !pg.NoRows(err) {
		return seal.Recipient{}, err
	}
	made, err := s.makeKey(ctx, tx, c, seal.Reserve, seal.Unpublished, 0, tx.Now)
	if err != nil {
		return seal.Recipient{}, err
	}
	return seal.ParseRecipient(made.Recipient)
}

// bindReserves ties the key of the reserves to the closing time that is published.
func (s *Service) bindReserves(ctx context.Context, tx pg.Tx, c sourcing.Category, sequence int64, now time.Time) error {
	keys, err := q.LockKeys(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if k.Envelope == string(seal.Reserve) {
			return s.bind(ctx, tx, c, k, c.ClosesAt, sequence, now)
		}
	}
	return nil
}

// OpenReserves opens the reserves of a category with its key, in the act that opens the
// prices.
func OpenReserves(ctx context.Context, tx pg.Tx, c sourcing.Category, key *seal.OpenKey, at time.Time) error {
	rows, err := q.SealedReserves(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return err
	}
	for _, r := range rows {
		part := seal.Part{Envelope: seal.Reserve, Sealed: sha256.Sum256(r.Sealed), Commit: [32]byte(r.Commitment)}
		raw, salt, err := key.Committed(r.Sealed, part)
		if err != nil {
			return err
		}
		var m sourcing.ReserveManifest
		if err := json.Unmarshal(raw, &m); err != nil {
			return err
		}
		if m.Category != c.ID || m.Item != r.ItemID || m.Currency != c.Currency {
			return seal.Broken.New("the reserve of item %s is another's", r.ItemID)
		}
		amount, err := money.ParseDecimal(m.Amount)
		if err != nil {
			return err
		}
		err = q.OpenReserve(ctx, tx, sourcingdb.OpenReserveParams{
			ItemID:  r.ItemID,
			BuyerID: c.Buyer,
			Amount:  &amount,
			Reason:  &m.Reason,
			Salt:    salt,
			At:      &at,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
