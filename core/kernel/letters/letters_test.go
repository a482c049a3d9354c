package letters_test

import (
	"testing"

	"zabuni.org/core/kernel/letters"
)

// What people of the continent write is printed, and what is not is named.
func TestWhatIsPrinted(t *testing.T) {
	for of, text := range map[string]string{
		"Hausa":      "ɓ ɗ ƙ ƴ Ɓ Ɗ Ƙ Ƴ ’y",
		"Akan, Ewe":  "ɛ ɔ Ɛ Ɔ ɖ ƒ ɣ ŋ ʋ ã ɛ̃",
		"Yoruba":     "ẹ ọ ṣ Ẹ Ọ Ṣ ẹ́ ọ̀ ń",
		"Igbo":       "ị ọ ụ ṅ ñ",
		"Fula":       "ɓ ɗ ŋ ñ ƴ",
		"Venda":      "ḓ ḽ ṋ ṱ ṅ",
		"Khoekhoe":   "ǀ ǁ ǂ ǃ â",
		"Kikuyu":     "ĩ ũ",
		"Malagasy":   "à ô n̈",
		"Amharic":    "ጨረታ፣ ሰነድ። ፲፪",
		"French":     "Œuvre à Noël, façade, où, ÿ « » ’",
		"Portuguese": "ação põe às ç",
		"signs":      "m² m³ ½ ¼ ± ≤ ≥ µ Ω № → ✓ ″ ‰ – — “ ” … • €",
		"currencies": "₦ ₵ ₹ £ ¥",
		"no signs":   "a\tb\nc\u200d\u200f\u00ad",
		"Ukrainian":  "Закупівля ґ є ї",
	} {
		if r, is := letters.Missing(text); is {
			t.Errorf("%s: %q", of, r)
		}
	}
	for text, want := range map[string]rune{"Société شركة": 'ش', "ⵣ": 'ⵣ', "ߒߞߏ": 'ߒ', "王 Ltd": '王', "ok \U0001F600": '\U0001F600'} {
		if r, is := letters.Missing(text); !is || r != want {
			t.Errorf("%q: %q", text, r)
		}
	}
}
