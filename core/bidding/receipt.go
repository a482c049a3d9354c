package bidding

// ReceiptWords are the labels of a printed receipt.
type ReceiptWords struct {
	Title, Supplier, Buyer, Job, Category, Reference, Version, Received, Hash string
}

var receiptWords = map[string]ReceiptWords{
	"en": {"Receipt of a submission", "Supplier", "Buyer", "Job", "Category", "Reference", "Version", "Received", "SHA-256 of the receipt"},
	"am": {"የማስገቢያ ደረሰኝ", "አቅራቢ", "ገዢ", "ሥራ", "ምድብ", "ማጣቀሻ", "ስሪት", "የደረሰበት ጊዜ", "የደረሰኙ SHA-256"},
	"fr": {"Accusé de réception d’une soumission", "Fournisseur", "Acheteur", "Marché", "Catégorie", "Référence", "Version", "Reçue le", "SHA-256 de l’accusé"},
	"pt": {"Recibo de uma submissão", "Fornecedor", "Comprador", "Concurso", "Categoria", "Referência", "Versão", "Recebida em", "SHA-256 do recibo"},
	"sw": {"Stakabadhi ya zabuni iliyowasilishwa", "Msambazaji", "Mnunuzi", "Kazi", "Kundi", "Kumbukumbu", "Toleo", "Imepokelewa", "SHA-256 ya stakabadhi"},
}

// ReceiptWordsOf returns the labels in a language, or in English.
func ReceiptWordsOf(language string) ReceiptWords {
	if w, ok := receiptWords[language]; ok {
		return w
	}
	return receiptWords["en"]
}
