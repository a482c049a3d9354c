package bidding_test

import (
	"reflect"
	"testing"

	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/locale"
)

// A receipt names each of its lines in every language, and no two of them alike.
func TestAReceiptHasWordsForEachLine(t *testing.T) {
	for _, language := range locale.Languages {
		words := reflect.ValueOf(bidding.ReceiptWordsOf(string(language)))
		seen := map[string]string{}
		for i := range words.NumField() {
			name, word := words.Type().Field(i).Name, words.Field(i).String()
			if word == "" || seen[word] != "" {
				t.Errorf("%s: %s is %q, as %s", language, name, word, seen[word])
			}
			seen[word] = name
		}
	}
	if bidding.ReceiptWordsOf("de") != bidding.ReceiptWordsOf("en") || bidding.ReceiptWordsOf("fr") == bidding.ReceiptWordsOf("en") {
		t.Error("who reads another language reads English, and nobody else")
	}
}
