package evaluationhttp

import (
	"github.com/google/uuid"

	"zabuni.org/core/evaluation/evaluationsvc"
)

type (
	// Word is what a figure names by its id: a section, a question, an option.
	Word struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Text string    `json:"text"`
	}
	// Remark is what an evaluator wrote beside a score.
	Remark struct {
		SubmissionID uuid.UUID `json:"submission_id" format:"uuid"`
		QuestionID   uuid.UUID `json:"question_id" format:"uuid"`
		EvaluatorID  uuid.UUID `json:"evaluator_id" format:"uuid"`
		Comment      string    `json:"comment"`
	}
	// Origins are the words behind the figures of a result.
	Origins struct {
		Sections  []Word   `json:"sections" doc:"Those to whose weight questions count"`
		Questions []Word   `json:"questions"`
		Options   []Word   `json:"options"`
		Remarks   []Remark `json:"remarks" doc:"Once the results are fixed, for who may evaluate"`
	}
)

func originsOf(o evaluationsvc.Origins) Origins {
	out := Origins{
		Sections:  []Word{},
		Questions: make([]Word, len(o.Questions)),
		Options:   make([]Word, len(o.Options)),
		Remarks:   make([]Remark, len(o.Remarks)),
	}
	for i, q := range o.Questions {
		out.Questions[i] = Word{ID: q.ID, Text: q.Prompt}
		if i == 0 || o.Questions[i-1].CountsTo != q.CountsTo { // they stand section by section
			out.Sections = append(out.Sections, Word{ID: q.CountsTo, Text: q.CountsToName})
		}
	}
	for i, option := range o.Options {
		out.Options[i] = Word{ID: option.ID, Text: option.Label}
	}
	for i, r := range o.Remarks {
		out.Remarks[i] = Remark{
			SubmissionID: r.SubmissionID,
			QuestionID:   r.QuestionID,
			EvaluatorID:  r.EvaluatorID,
			Comment:      r.Comment,
		}
	}
	return out
}
