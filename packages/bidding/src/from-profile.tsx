import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { useAct } from '@zabuni/ui/act'
import { Button } from '@zabuni/ui/button'
import { Menu, MenuItem } from '@zabuni/ui/menu'
import { ChevronDownIcon, FileBadgeIcon } from 'lucide-react'
import { type BidFile, type ProfilePaper, papersQuery, type Question } from './queries.ts'
import { useBidWork } from './use-draft.ts'

type Paper = NonNullable<BidFile['paper']>

/** Names a paper of the profile, and its last day where it ends. */
export const usePaperText = (): ((paper: Paper) => string) => {
  const { t } = useTranslation(['bidding', 'suppliers'])
  return ({ kind, expires_on }) => {
    const paper = t(`suppliers:documents.${kind}`)
    return expires_on ? t('file.until', { paper, date: formatDate(`${expires_on}T00:00`) }) : paper
  }
}

/** Answers a question with a paper of the company's profile, as it stands there now. */
export const FromProfile = ({ question }: { question: Question }) => {
  const { t } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const { bid, draft, open } = useBidWork()
  const cache = useQueryClient()
  const paperText = usePaperText()
  const act = useAct()
  const { data, error, refetch } = useQuery({
    ...papersQuery(bid.category_id, bid.id),
    enabled: open,
  })
  if (!data)
    return error ? (
      <span role="alert" className="flex flex-wrap items-center gap-2 text-xs text-bad">
        {t('file.fromProfile')}: {problemText(error)}
        <Button size="sm" onClick={() => void refetch()}>
          {common('actions.retry')}
        </Button>
      </span>
    ) : null
  const has = ({ id }: ProfilePaper) => question.files.some((f) => f.paper_id === id)
  const said = (p: ProfilePaper) => {
    const paper = paperText(p.paper)
    if (has(p)) return t('file.taken', { paper })
    return p.state === 'expired' ? t('file.over', { paper }) : paper
  }
  const take = (p: ProfilePaper) =>
    act.run(async () => {
      try {
        await draft.takePaper(question.id, p.id)
      } finally {
        // Also where it was refused: another version may stand there by now.
        await cache.invalidateQueries({ queryKey: keys.bidPapers(bid.category_id) })
      }
    })
  return (
    <>
      <Menu
        label={`${t('file.fromProfile')}: ${question.prompt}`}
        look="secondary"
        size="sm"
        trigger={
          <>
            <FileBadgeIcon aria-hidden="true" size={14} />
            {t('file.fromProfile')}
            <ChevronDownIcon aria-hidden="true" size={14} />
          </>
        }
      >
        {data.length ? (
          data.map((p) => (
            <MenuItem
              key={p.id}
              disabled={act.busy || has(p) || p.state === 'expired'}
              onSelect={() => void take(p)}
            >
              {said(p)}
            </MenuItem>
          ))
        ) : (
          <p className="px-3 py-2 text-sm text-ink-2">{t('file.noPaper')}</p>
        )}
      </Menu>
      <div className="basis-full empty:hidden">{act.banner}</div>
    </>
  )
}
