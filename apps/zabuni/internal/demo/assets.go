//go:build demo

package demo

import (
	"context"
	"image"
	"image/color"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A thing is what an item is besides.
type thing struct {
	condition       sourcing.Condition
	location, notes string
	reserve         string // of one unit
	photos          []photo
}

type photo struct {
	name  string
	drawn func() []byte
}

// put says of an item what it is besides, and seals its reserve.
func (t thing) put(ctx context.Context, a *app.App, actor access.Actor, category uuid.UUID, item sourcing.Item) error {
	item.Asset = &sourcing.Asset{Condition: t.condition, Location: t.location, Notes: t.notes}
	if err := a.Sourcing.UpdateItem(ctx, actor, actor.Org, category, item); err != nil {
		return err
	}
	for _, p := range t.photos {
		add := sourcingsvc.Photo{ID: uuid.Must(uuid.NewV7()), Name: p.name, Bytes: p.drawn()}
		if err := a.Sourcing.AddPhoto(ctx, actor, actor.Org, category, item.ID, add); err != nil {
			return err
		}
	}
	reserve, err := money.ParseDecimal(t.reserve)
	if err != nil {
		return err
	}
	return a.Sourcing.SetReserve(ctx, actor, actor.Org, category, item.ID, reserve, "")
}

// coach is a picture of a coach on its track.
func coach() []byte {
	parts := []part{
		{image.Rect(0, 0, 640, 480), color.RGBA{0xd8, 0xe4, 0xe8, 0xff}},
		{image.Rect(0, 350, 640, 480), color.RGBA{0xa8, 0x9a, 0x84, 0xff}},
		{image.Rect(0, 344, 640, 352), color.RGBA{0x55, 0x4d, 0x48, 0xff}},
		{image.Rect(60, 150, 580, 320), color.RGBA{0x7a, 0x2f, 0x2a, 0xff}},
		{image.Rect(60, 240, 580, 256), color.RGBA{0xd9, 0xb3, 0x62, 0xff}},
		{image.Rect(50, 138, 590, 156), color.RGBA{0x4a, 0x4a, 0x4c, 0xff}},
	}
	for x := 90; x < 540; x += 62 {
		parts = append(parts, part{image.Rect(x, 176, x+42, 226), color.RGBA{0x2e, 0x3d, 0x48, 0xff}})
	}
	for _, x := range []int{110, 170, 430, 490} {
		parts = append(parts, part{image.Rect(x, 312, x+40, 346), color.RGBA{0x2b, 0x2b, 0x2d, 0xff}})
	}
	return drawn(parts)
}

// truck is a picture of a pick-up in front of a wall.
func truck() []byte {
	return drawn([]part{
		{image.Rect(0, 0, 640, 480), color.RGBA{0xe6, 0xdc, 0xc8, 0xff}},
		{image.Rect(0, 360, 640, 480), color.RGBA{0x93, 0x8d, 0x86, 0xff}},
		{image.Rect(90, 240, 550, 350), color.RGBA{0xf3, 0xf4, 0xf2, 0xff}},
		{image.Rect(190, 160, 350, 250), color.RGBA{0xf3, 0xf4, 0xf2, 0xff}},
		{image.Rect(206, 176, 270, 236), color.RGBA{0x3a, 0x4c, 0x58, 0xff}},
		{image.Rect(280, 176, 338, 236), color.RGBA{0x3a, 0x4c, 0x58, 0xff}},
		{image.Rect(360, 250, 540, 290), color.RGBA{0x5a, 0x5e, 0x60, 0xff}},
		{image.Rect(140, 320, 210, 388), color.RGBA{0x22, 0x22, 0x24, 0xff}},
		{image.Rect(430, 320, 500, 388), color.RGBA{0x22, 0x22, 0x24, 0xff}},
	})
}
