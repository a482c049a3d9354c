import { saveFile } from '@zabuni/api/download'
import { useTranslation } from '@zabuni/i18n'
import { ActButton } from '@zabuni/ui/act'
import { Button } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { DownloadIcon } from 'lucide-react'
import { useNamed } from '../rich/named.ts'
import type { Redline } from './queries.ts'

type Line = Redline['lines'][number]
type Piece = Line['pieces'][number]

/** What is decided of each difference; one without an entry is open. */
export type Decided = Readonly<Record<string, 'accepted' | 'rejected'>>

const Run = ({ piece }: { piece: Piece }) => {
  const { t } = useTranslation('contracts')
  const text = useNamed()(piece.text)
  const style = cx(
    piece.styles.includes('bold') && 'font-semibold',
    piece.styles.includes('italic') && 'italic',
  )
  const odd = piece.odd.length ? (
    <span className="ml-1 rounded-sm bg-warn-soft px-1 text-xs text-warn">
      {t('talk.odd', { signs: piece.odd.join(', ') })}
    </span>
  ) : null
  if (piece.kind === 'deleted')
    return (
      <>
        <del className={cx('bg-bad-soft text-bad', style)}>
          <span className="sr-only">{t('talk.deleted')} </span>
          {text}
        </del>
        {odd}
      </>
    )
  if (piece.kind === 'added')
    return (
      <>
        <ins className={cx('bg-ok-soft text-ok', style)}>
          <span className="sr-only">{t('talk.added')} </span>
          {text}
        </ins>
        {odd}
      </>
    )
  return <span className={style}>{text}</span>
}

const Ways = ({
  change,
  number,
  decided,
  decide,
}: {
  change: string
  number: number
  decided: Decided
  decide: (change: string, how: 'accepted' | 'rejected') => void
}) => {
  const { t } = useTranslation('contracts')
  return (
    <span className="flex items-center gap-1.5">
      <span className="tabular text-xs text-ink-3">{t('talk.change', { number })}</span>
      {(['accepted', 'rejected'] as const).map((how) => (
        <Button
          key={how}
          size="sm"
          look={decided[change] === how ? 'primary' : 'secondary'}
          aria-pressed={decided[change] === how}
          aria-label={t(`talk.${how}One`, { number })}
          onClick={() => decide(change, how)}
        >
          {t(`talk.${how}`)}
        </Button>
      ))}
    </span>
  )
}

/**
 * Both texts in one, as the server has compared them. With `decide` each difference is accepted or
 * rejected below the line in which it is found first.
 */
export const RedlineView = ({
  redline,
  lang,
  decided = {},
  decide,
}: {
  redline: Redline
  lang: string
  decided?: Decided
  decide?: (change: string, how: 'accepted' | 'rejected') => void
}) => {
  const number = new Map(redline.changes.map((c, i) => [c, i + 1]))
  const first = new Set<string>()
  return (
    <div className="grid gap-2 text-sm wrap-anywhere" lang={lang}>
      {redline.lines.map((line, at) => {
        const own = [...new Set(line.pieces.flatMap((p) => (p.change ? [p.change] : [])))]
        const asked = own.filter((c) => !first.has(c))
        for (const c of asked) first.add(c)
        const depth = line.within.filter((k) => k === 'listItem' || k === 'tableRow').length
        return (
          <div
            key={at}
            style={depth ? { paddingInlineStart: `${depth}rem` } : undefined}
            className={cx('grid gap-1', !!own.length && 'border-l-2 border-brand pl-2')}
          >
            <p className={cx(line.kind === 'heading' && 'font-semibold')}>
              {line.within.at(-1) === 'listItem' ? '• ' : null}
              {line.pieces.map((piece, i) => (
                <Run key={i} piece={piece} />
              ))}
            </p>
            {decide && asked.length ? (
              <div className="flex flex-wrap gap-x-4 gap-y-1">
                {asked.map((change) => (
                  <Ways
                    key={change}
                    change={change}
                    number={number.get(change) ?? 0}
                    decided={decided}
                    decide={decide}
                  />
                ))}
              </div>
            ) : null}
          </div>
        )
      })}
    </div>
  )
}

/** The same as a document whose changes a word processor shows. */
export const RedlineWord = ({ name, fetch }: { name: string; fetch: () => Promise<Blob> }) => {
  const { t } = useTranslation('contracts')
  return (
    <span>
      <ActButton
        size="sm"
        icon={<DownloadIcon size={15} />}
        act={async () => saveFile(await fetch(), `${name}.docx`)}
      >
        {t('talk.word')}
      </ActButton>
    </span>
  )
}
