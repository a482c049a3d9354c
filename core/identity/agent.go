package identity

import "strings"

// Agent is what a browser says of itself, in two words for the list of devices;
// empty where it says nothing that we know.
func Agent(header string) (browser, system string) {
	for _, b := range []struct{ sign, name string }{
		// the order matters: most call themselves Safari and many Chrome
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Opera", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"UCBrowser", "UC Browser"},
		{"Firefox/", "Firefox"}, {"FxiOS", "Firefox"}, {"Chrome/", "Chrome"}, {"CriOS", "Chrome"}, {"Safari/", "Safari"},
	} {
		if strings.Contains(header, b.sign) {
			browser = b.name
			break
		}
	}
	for _, s := range []struct{ sign, name string }{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"KAIOS", "KaiOS"}, {"Windows", "Windows"},
		{"CrOS", "ChromeOS"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"},
	} {
		if strings.Contains(header, s.sign) {
			system = s.name
			break
		}
	}
	return browser, system
}
