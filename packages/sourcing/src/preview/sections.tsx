import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { QuestionPreview, type ShownQuestion } from './question.tsx'

/** What a bidder sees of a section; a subsection names its parent. */
export type ShownSection = {
  id: string
  parent_id?: string
  name: string
  description: string
  questions: readonly (ShownQuestion & { id: string })[]
}

const Questions = ({ section, number }: { section: ShownSection; number: string }) => (
  <>
    {section.description ? (
      <p className="max-w-prose text-sm whitespace-pre-line text-ink-2">{section.description}</p>
    ) : null}
    {section.questions.map((question, i) => (
      <QuestionPreview key={question.id} question={question} number={`${number}.${i + 1}`} />
    ))}
  </>
)

/** Sections with their questions, numbered as a bidder reads them. */
export const SectionsPreview = ({ sections }: { sections: readonly ShownSection[] }) => {
  const { t } = useTranslation('sourcing')
  const top = sections.filter((s) => !s.parent_id)
  if (!top.length) return <p className="text-sm text-ink-2">{t('preview.nothingAsked')}</p>
  return top.map((section, i) => {
    const subsections = sections.filter((s) => s.parent_id === section.id)
    const own = section.questions.length
    return (
      <Card key={section.id} title={`${i + 1}. ${section.name}`}>
        <div className="grid gap-6">
          <Questions section={section} number={String(i + 1)} />
          {subsections.map((sub, k) => {
            const number = `${i + 1}.${own + k + 1}`
            return (
              <section key={sub.id} className="grid gap-5 border-l-2 border-line pl-4">
                <h3 className="text-sm font-semibold">{`${number} ${sub.name}`}</h3>
                <Questions section={sub} number={number} />
              </section>
            )
          })}
        </div>
      </Card>
    )
  })
}
