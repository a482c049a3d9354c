package identity

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// PasswordGuessable is the field code of a password that is tried first by whoever
// tries passwords.
const PasswordGuessable = "identity.password_guessable"

// common are the words that most common passwords are made of, as published counts of
// stolen passwords agree on them, and those that lie near at hand here. What people
// put around them (digits, signs, an o written as 0) does not make them others.
var common = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`
		password passwort passw pass motdepasse senha nywila nenosiri parola contrasena mypassword thepassword
		admin administrator root user guest test testing demo login welcome letmein changeme default secret access master
		qwerty qwert qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qaz qazwsx wsx qweasd qweasdzxc
		abc abcd abcde abcdef abcdefg
		iloveyou iloveu loveyou lovely love mylove princess sunshine shadow dragon monkey football soccer baseball superman batman
		michael jordan ashley daniel jessica charlie thomas andrew liverpool arsenal chelsea barcelona manchester
		jesus jesuschrist godisgood god mungu yesu blessed blessing hallelujah allah
		karibu jambo habari safari hakuna hakunamatata kenya nairobi mombasa uganda kampala tanzania ethiopia addis rwanda kigali ghana
		nigeria lagos zambia africa
		zabuni tender tenders supplier buyer bidder procurement company money business office hello freedom whatever trustno starwars pokemon`) {
		words[w] = true
	}
	return words
}()

// Signs by which people write letters.
var written = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")

// guessable reports whether a password is a common one, or made of what everybody
// knows of its owner: names, the company, the address.
func guessable(password string, own []string) bool {
	whole := strings.ToLower(password)
	outside := func(r rune) bool { return !unicode.IsLetter(r) }
	cores := []string{
		strings.TrimFunc(whole, outside),
		strings.TrimFunc(written.Replace(strings.TrimFunc(whole, outside)), outside),
		letters(whole),
	}
	known := map[string]bool{}
	for _, one := range own {
		one = strings.ToLower(one)
		name, host, _ := strings.Cut(one, "@")
		for _, word := range append(strings.FieldsFunc(name, outside), letters(name), letters(one), letters(strings.TrimSuffix(host, "."))) {
			if len([]rune(word)) >= 3 {
				known[word] = true
			}
		}
		if one != "" && whole == one {
			return true
		}
	}
	for _, core := range cores {
		if common[core] || known[core] || oneLetter(core) {
			return true
		}
	}
	return false
}

// oneLetter reports whether a text is a letter and nothing but that letter.
func oneLetter(s string) bool {
	first, size := utf8.DecodeRuneInString(s)
	return size > 0 && strings.Trim(s, string(first)) == ""
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}
