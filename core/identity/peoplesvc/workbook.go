package peoplesvc

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/platform/sheet"
)

// actions.json are the words of the log's screen, by language and action; a test
// of core keeps them the same (docs/decisions/0003).
//
//go:embed actions.json
var actionsFile []byte

var actions = mustRead(actionsFile)

func mustRead(raw []byte) (words map[string]map[string]string) {
	if err := json.Unmarshal(raw, &words); err != nil {
		panic("peoplesvc: actions.json: " + err.Error())
	}
	return words
}

// Said is what an action of the log is called in a language; one of a version that is older or newer, by its code.
func Said(language, action string) string {
	said := actions[language]
	if said == nil {
		said = actions["en"]
	}
	if what := said[action]; what != "" {
		return what
	}
	return action
}

// logHeads are the sheet's name and the columns of the exported log.
var logHeads = map[string][]string{
	"en": {"Log", "Time", "Who", "What", "Concerning", "Record", "Code"},
	"am": {"መዝገብ", "ጊዜ", "ማን", "ምን", "የሚመለከተው", "የመዝገብ መለያ", "ኮድ"},
	"fr": {"Journal", "Heure", "Qui", "Quoi", "Concernant", "Enregistrement", "Code"},
	"pt": {"Registo", "Hora", "Quem", "O quê", "Sobre", "Identificador", "Código"},
	"sw": {"Kumbukumbu", "Wakati", "Nani", "Nini", "Kuhusu", "Rekodi", "Msimbo"},
}

// workbook writes the log in a reader's language and zone. What happened stands
// there in words; its code has a column of its own, for machines.
func workbook(rows []Log, language string, zone *time.Location) ([]byte, error) {
	head := logHeads[language]
	if head == nil {
		head = logHeads["en"]
	}
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	if err := f.SetSheetName("Sheet1", head[0]); err != nil {
		return nil, err
	}
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return nil, err
	}
	format := "dd-mm-yyyy hh:mm:ss"
	moment, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format, Alignment: &excelize.Alignment{Horizontal: "left"}})
	if err != nil {
		return nil, err
	}
	w, err := f.NewStreamWriter(head[0])
	if err != nil {
		return nil, err
	}
	for i, width := range []float64{28, 28, 48, 28, 38, 34} {
		if err := w.SetColWidth(i+1, i+1, width); err != nil {
			return nil, err
		}
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return nil, err
	}
	cells := make([]any, len(head)-1)
	for i, h := range head[1:] {
		cells[i] = excelize.Cell{StyleID: bold, Value: h}
	}
	cells[0] = excelize.Cell{StyleID: bold, Value: head[1] + " (" + zone.String() + ")"}
	if err := w.SetRow("A1", cells); err != nil {
		return nil, err
	}
	for i, r := range rows {
		at, err := excelize.CoordinatesToCellName(1, i+2)
		if err != nil {
			return nil, err
		}
		what := Said(language, r.Action)
		line := []any{excelize.Cell{StyleID: moment, Value: wall(r.At, zone)}, sheet.Plain(r.ActorName), sheet.Plain(what), sheet.Plain(r.ObjectName), r.ObjectID.String(), sheet.Plain(r.Action)}
		if err := w.SetRow(at, line); err != nil {
			return nil, err
		}
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = f.Write(&out)
	return out.Bytes(), err
}

// wall is what a clock on the wall of the zone shows: a worksheet knows no zones.
func wall(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone).Truncate(time.Second)
	y, m, d := t.Date()
	return time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}
