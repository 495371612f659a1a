package language_test

import (
	"strings"
	"testing"

	"emcp/internal/language"
)

func TestCode(t *testing.T) {
	for name, want := range map[string]string{
		"en": "en", "EN": "en", "de-AT": "de", "pt_BR": "pt", "ua": "uk", "Українська": "uk", "Deutsch": "de",
		"english": "en",
		"":        "", "news": "", "e": "", "xx": "", "xx-XX": "", "de-": "de", "-de": "", "deutsche-post": "",
	} {
		if got := language.Code(name); got != want {
			t.Errorf("Code(%q) = %q, want %q", name, got, want)
		}
	}
	if got := language.Code(" de\n"); got != "de" {
		t.Errorf("with spaces around it: %q", got)
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]string{
		"Our tents are made for wind and rain, and you can send them back within 30 days if " +
			"you do not like them.": "en",
		"Unsere Zelte sind für Wind und Regen gemacht, und Sie können sie innerhalb von 30 " +
			"Tagen zurücksenden.": "de",
		"Наші намети витримують вітер і дощ, ви можете повернути їх протягом " +
			"тридцяти днів.": "uk",
		"Наши палатки выдерживают ветер и дождь, вы можете вернуть их в течение тридцати дней, если они не подошли, мы " +
			"объясним.": "ru",
		"Nos tentes sont faites pour le vent et la pluie, et vous pouvez les renvoyer dans les 30 " +
			"jours avec la facture.": "fr",
		"Nuestras tiendas están hechas para el viento y la lluvia, y las personas pueden " +
			"devolverlas con su factura.": "es",
		"Nasze namioty są odporne na wiatr i deszcz, a zwrot jest możliwy w " +
			"ciągu 30 dni od zakupu.": "pl",
		"返品ポリシーは三十日以内です。": "ja", "退货政策为三十天。": "zh", "Τα αντίσκηνά μας αντέχουν": "el",
		"": "", "SKU 100 30x40": "", "Shop": "", "Ціна": "", "Доставка": "", strings.Repeat("x ", 100_000): "",
		"Die Preise der Zelte und das Zubehör: Hilleberg, MSR, Vaude mit und ohne Rabatt für Firmen": "de",
	} {
		if got := language.Detect(text); got != want {
			t.Errorf("Detect(%q) = %q, want %q", text[:min(len(text), 200)], got, want)
		}
	}
}
