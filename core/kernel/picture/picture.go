// Package picture takes out of photographs what the camera wrote beside them: where
// and when they were made is nobody's whom nobody has told.
package picture

import (
	"bytes"
	"errors"
	"image"
	_ "image/jpeg" // a photograph is one of these two
	_ "image/png"
	"slices"
)

// MaxPixels bounds what a browser has to unpack to show a photograph.
const MaxPixels = 25_000_000

// Why something is no picture.
var (
	ErrNone  = errors.New("neither a JPEG nor a PNG")
	ErrLarge = errors.New("more points than MaxPixels")
)

// Plain returns a JPEG or PNG without everything that makes nothing of the picture, and
// its media type; it raises ErrNone and ErrLarge.
func Plain(data []byte) (clean []byte, media string, err error) {
	size, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, "", ErrNone
	}
	if int64(size.Width)*int64(size.Height) > MaxPixels {
		return nil, "", ErrLarge
	}
	strip := plainJPEG
	if format == "png" {
		strip = plainPNG
	}
	clean, ok := strip(data)
	if !ok {
		return nil, "", ErrNone
	}
	return clean, "image/" + format, nil
}

// plainJPEG leaves out the segments of applications, where EXIF and XMP stand, and
// comments; that of Adobe says how colours are to be read and stays.
func plainJPEG(data []byte) ([]byte, bool) {
	out := slices.Clone(data[:2])
	for at := 2; at+4 <= len(data); {
		if data[at] != 0xff {
			return nil, false
		}
		kind := data[at+1]
		if kind == 0xff { // filling before a segment
			at++
			continue
		}
		end := at + 2 + int(data[at+2])<<8 + int(data[at+3])
		switch {
		case end > len(data) || end < at+4:
			return nil, false
		case kind == 0xda: // the picture itself, to the end
			return append(out, data[at:]...), true
		case kind > 0xe0 && kind <= 0xef && kind != 0xee, kind == 0xfe:
		default:
			out = append(out, data[at:end]...)
		}
		at = end
	}
	return nil, false
}

// pixels are the chunks of a PNG that make the picture.
var pixels = []string{"IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA", "cHRM", "sRGB", "sBIT"}

// plainPNG leaves out every chunk that makes nothing of the picture, and what follows it.
func plainPNG(data []byte) ([]byte, bool) {
	out := slices.Clone(data[:8])
	for at := 8; at+12 <= len(data); {
		size := int(data[at])<<24 | int(data[at+1])<<16 | int(data[at+2])<<8 | int(data[at+3])
		end := at + 12 + size
		if end > len(data) || end < at {
			return nil, false
		}
		kind := string(data[at+4 : at+8])
		if slices.Contains(pixels, kind) {
			out = append(out, data[at:end]...)
		}
		if kind == "IEND" {
			return out, true
		}
		at = end
	}
	return nil, false
}
