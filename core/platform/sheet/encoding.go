package sheet

import (
	"bytes"
	"encoding/binary"
	"strings"
	stdutf16 "unicode/utf16"
	"unicode/utf8"
)

// Text is what bytes say: UTF-8, else UTF-16 where its mark stands, else Latin-1 as Windows has it.
func Text(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return utf16(data)
	case utf8.Valid(data):
		return strings.TrimPrefix(string(data), "\ufeff")
	}
	return Latin(data)
}

// windows are the signs of Windows-1252 that Latin-1 has no sign for: 0x80 to 0x9f.
var windows = [32]rune{'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f, 0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ'}

// Latin is what bytes say in Windows-1252.
func Latin(data []byte) string {
	out := make([]rune, len(data))
	for i, b := range data {
		out[i] = rune(b)
		if b >= 0x80 && b < 0xa0 {
			out[i] = windows[b-0x80]
		}
	}
	return string(out)
}

func utf16(data []byte) string {
	var order binary.ByteOrder = binary.LittleEndian
	if data[0] == 0xfe {
		order = binary.BigEndian
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 2; i+1 < len(data); i += 2 {
		units = append(units, order.Uint16(data[i:]))
	}
	return string(stdutf16.Decode(units))
}
