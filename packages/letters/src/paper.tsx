import { useTranslation } from '@zabuni/i18n'
import { formatDay, formatMoment } from '@zabuni/i18n/format'
import { cx } from '@zabuni/ui/cx'
import type { LetterText } from './queries.ts'

const paragraphs = (text: string) => text.split(/\n{2,}/).filter((p) => p.trim())

/** A letter as its reader sees it on paper; the document has the same words. */
export const Paper = ({
  text,
  from,
  to,
  reference,
  issued,
}: {
  text: LetterText
  from: string
  to: string
  reference: string
  /** When it went out, and in which zone. */
  issued?: { at: string; zone: string }
}) => {
  const { t } = useTranslation('letters')
  return (
    <article
      lang={text.language}
      className="mx-auto w-full max-w-[720px] rounded-lg border border-line bg-surface px-6 py-8 shadow-xs sm:px-12 sm:py-12"
    >
      <div aria-hidden="true" className="mb-3 h-1 w-12 bg-brand" />
      <p className="text-lg font-semibold">{from}</p>
      <div className="mt-8 flex flex-wrap justify-between gap-4 text-sm">
        <div className="grid content-start">
          <span className="text-ink-3">{t('paper.to')}</span>
          <span className="font-medium break-words">{to}</span>
        </div>
        <dl className="grid gap-1">
          <div>
            <dt className="text-ink-3">{t('paper.reference')}</dt>
            <dd>{reference}</dd>
          </div>
          {issued ? (
            <div>
              <dt className="text-ink-3">{t('paper.date')}</dt>
              <dd className="tabular">
                <time dateTime={issued.at} title={formatMoment(issued.at, issued.zone)}>
                  {formatDay(issued.at, issued.zone)}
                </time>
              </dd>
            </div>
          ) : null}
        </dl>
      </div>
      <h2 className="mt-8 text-lg font-semibold text-balance break-words">{text.subject}</h2>
      <div className="mt-4 grid gap-3 break-words whitespace-pre-line">
        {paragraphs(text.body).map((p, i) => (
          <p key={i}>{p}</p>
        ))}
      </div>
      {text.figures.length ? (
        <>
          <h3 className="mt-6 mb-2 font-semibold">{text.facts}</h3>
          <dl className="border-b border-line text-sm">
            {text.figures.map((f) => (
              <div
                key={f.label}
                className="grid gap-x-4 gap-y-0.5 border-t border-line py-2 sm:grid-cols-[46%_1fr]"
              >
                <dt className="text-ink-2">{f.label}</dt>
                <dd className={cx('tabular min-w-0 break-words', f.strong && 'font-semibold')}>
                  {f.value}
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {text.closing ? (
        <div className="mt-4 grid gap-3 whitespace-pre-line">
          {paragraphs(text.closing).map((p, i) => (
            <p key={i}>{p}</p>
          ))}
        </div>
      ) : null}
      {text.signature ? (
        <p className="mt-12 w-fit min-w-48 border-t border-ink pt-1.5 text-sm whitespace-pre-line">
          {text.signature}
        </p>
      ) : null}
      {text.footer ? (
        <p className="mt-10 border-t border-line pt-3 text-xs text-ink-3">{text.footer}</p>
      ) : null}
    </article>
  )
}
