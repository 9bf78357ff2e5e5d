package diag

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"
)

// UTF8 returns the text of a file in UTF-8, without the byte order mark that some editors write at its start. A text
// that begins with the byte order mark of UTF-16 is decoded: Windows PowerShell's > writes that. If it contains half
// a character, it is returned unchanged, and isn't valid text.
func UTF8(text string) string {
	var order binary.ByteOrder
	switch {
	case strings.HasPrefix(text, "\xff\xfe"):
		order = binary.LittleEndian
	case strings.HasPrefix(text, "\xfe\xff"):
		order = binary.BigEndian
	default:
		return strings.TrimPrefix(text, "\ufeff")
	}
	raw := []byte(text)
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = order.Uint16(raw[2*i:])
	}
	runes := utf16.Decode(units)
	if len(raw)%2 != 0 || !slices.Equal(utf16.Encode(runes), units) {
		return text
	}
	return string(runes[1:])
}
