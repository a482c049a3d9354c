import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes, formatDate } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useAct } from '@zabuni/ui/act'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Switch } from '@zabuni/ui/inputs'
import { toast } from '@zabuni/ui/toast'
import { DownloadButton, dayText, ExpiryBadge, KINDS, latest } from '../parts.tsx'
import { type Profile, profile as profileQuery, showPaper, type Version } from '../queries.ts'
import { FilePick } from './file-pick.tsx'
import { PartFrame, type PartProps, usePart } from './frame.tsx'

const values = (p: Profile) => {
  const now = latest(p)
  const of = (kind: Version['kind']) => ({ file: '', expires_on: now[kind]?.expires_on ?? '' })
  return {
    documents: {
      registration: of('registration'),
      tax_compliance: of('tax_compliance'),
      trading_licence: of('trading_licence'),
    },
  }
}

const VersionLine = ({ version, company }: { version: Version; company: string }) => {
  const { t, i18n } = useTranslation('suppliers')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate font-medium">{version.name}</span>
        <span className="text-xs text-ink-2">
          {t('documents.version', { version: version.version })} ·{' '}
          {formatBytes(version.size, i18n.language)} ·{' '}
          {t('documents.by', { name: version.author, date: formatDate(version.created_at) })}
          {version.expires_on
            ? ` · ${t('state.until', { date: dayText(version.expires_on) })}`
            : ''}
        </span>
      </div>
      <DownloadButton company={company} id={version.file} name={version.name} />
    </div>
  )
}

// It holds at once, beside what is typed in the form: the newest answer is what stands.
const Shown = ({ profile, kind }: { profile: Profile; kind: Version['kind'] }) => {
  const { t } = useTranslation('suppliers')
  const cache = useQueryClient()
  const { run, busy, banner } = useAct()
  const shown = profile.shown_papers.includes(kind)
  return (
    <>
      {banner}
      <Switch
        label={t('documents.show')}
        hint={t(shown ? 'documents.showHint' : 'documents.hideHint')}
        aria-label={`${t('documents.show')}: ${t(`documents.${kind}`)}`}
        checked={shown}
        disabled={busy}
        onChange={(event) => {
          const now = event.target.checked
          void run(async () => {
            cache.setQueryData(
              profileQuery('supplier').queryKey,
              await showPaper(profile, kind, now),
            )
            toast('ok', t(now ? 'documents.shown' : 'documents.hidden'))
          })
        }}
      />
    </>
  )
}

/** A paper as it stands with the versions before it. */
export const Versions = ({ profile, kind }: { profile: Profile; kind: Version['kind'] }) => {
  const { t } = useTranslation('suppliers')
  const [now, ...before] = profile.documents.filter((v) => v.kind === kind)
  if (!now) return <p className="text-sm text-ink-2">{t('documents.none')}</p>
  return (
    <div className="grid gap-2">
      <VersionLine version={now} company={profile.id} />
      {before.length ? (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer text-ink-2">
            {t('documents.earlier')} ({before.length})
          </summary>
          <div className="mt-2 grid gap-2 border-l border-line pl-3">
            {before.map((v) => (
              <VersionLine key={v.id} version={v} company={profile.id} />
            ))}
          </div>
        </details>
      ) : null}
    </div>
  )
}

/** The company's papers: each save of a new file is a version of its own. */
export const DocumentsPart = (props: PartProps) => {
  const { t } = useTranslation('suppliers')
  const { profile } = props
  const part = usePart({
    ...props,
    part: 'documents',
    values,
    change: (typed, dirty) => {
      const touched = (dirty.documents ?? {}) as Partial<Record<Version['kind'], unknown>>
      return {
        documents: Object.fromEntries(
          KINDS.filter((kind) => touched[kind]).map((kind) => {
            const { file, expires_on } = typed.documents[kind]
            return [kind, { expires_on, ...(file ? { file } : {}) }]
          }),
        ),
      }
    },
  })
  const { form } = part
  const now = latest(profile)
  return (
    <PartFrame title={t('parts.documents')} part={part}>
      <div className="grid gap-6">
        <p className="text-sm text-ink-2">{t('documents.kept')}</p>
        {KINDS.map((kind) => {
          const standing = now[kind]
          const name = t(`documents.${kind}`)
          const at = `documents.${kind}` as const
          return (
            <section key={kind} className="grid gap-3 border-t border-line pt-4">
              <div className="flex flex-wrap items-center gap-2.5">
                <h3 className="font-semibold">{name}</h3>
                {standing?.expires_on ? <ExpiryBadge version={standing} /> : null}
              </div>
              <Versions profile={profile} kind={kind} />
              {props.desk === 'supplier' && standing && mayI('UPDATE_COMPANY_INFO') ? (
                <Shown profile={profile} kind={kind} />
              ) : null}
              <div className="grid gap-4 sm:grid-cols-[1fr_220px]">
                <FilePick
                  company={profile.id}
                  kind="document"
                  label={t('documents.attach', { name })}
                  value={form.watch(`${at}.file`)}
                  error={form.field(`${at}.file`).error}
                  onChange={(id) => form.setValue(`${at}.file`, id, { shouldDirty: true })}
                  wait={form.wait}
                />
                {kind === 'registration' ? null : (
                  <DateTimeField
                    dateOnly
                    name={`${at}.expires_on`}
                    label={t('documents.expiry', { name })}
                    required={!!form.watch(`${at}.file`)}
                    value={form.watch(`${at}.expires_on`)}
                    error={form.field(`${at}.expires_on`).error}
                    onChange={(day) =>
                      form.setValue(`${at}.expires_on`, day, { shouldDirty: true })
                    }
                  />
                )}
              </div>
            </section>
          )
        })}
      </div>
    </PartFrame>
  )
}
