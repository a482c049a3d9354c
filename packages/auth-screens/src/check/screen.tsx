import { api } from '@zabuni/api/shared'
import { useTranslation } from '@zabuni/i18n'
import { formatReceived } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { FileDrop } from '@zabuni/ui/file-drop'
import { useEffect, useRef, useState } from 'react'
import { AuthCard, AuthLayout } from '../layout.tsx'
import { NotGenuine } from './notes.ts'
import { checkProof, type Proven } from './proof.ts'

const LARGEST = 4_000_000
const REASONS = ['proof', 'key', 'note', 'entry', 'tree', 'head', 'closing'] as const
type Reason = (typeof REASONS)[number]

type Found =
  | { name: string; size: number; proven: Proven; alone: boolean }
  | { name: string; size: number; reason: Reason }

/** The platform's key, unless it cannot be had: the check works without a network. */
const published = async (): Promise<string | undefined> => {
  try {
    const { data } = await api.GET('/log')
    return data?.verifier_key
  } catch {
    return undefined
  }
}

const look = async (file: File): Promise<Found> => {
  const { name, size } = file
  try {
    const key = await published()
    return { name, size, proven: await checkProof(await file.text(), key), alone: !key }
  } catch (error) {
    const reason = error instanceof NotGenuine ? error.message : 'proof'
    return { name, size, reason: REASONS.find((known) => known === reason) ?? 'note' }
  }
}

/** Checks what a bidder took home, on the device of whoever asks. */
export default function Check() {
  const { t } = useTranslation(['check', 'console'])
  const [found, setFound] = useState<Found>()
  const verdict = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (found) verdict.current?.focus()
  }, [found])
  return (
    <AuthLayout wide title={t('title')} subtitle={t('body')} footer={t('how')}>
      <AuthCard>
        <FileDrop
          label={t('file')}
          hint={t('hint')}
          files={found ? [{ id: found.name, name: found.name, size: found.size }] : []}
          types={['json']}
          maxBytes={LARGEST}
          multiple={false}
          onPick={([file]) => {
            if (file) void look(file).then(setFound)
          }}
          onRemove={() => setFound(undefined)}
        />
        {found && 'reason' in found ? (
          <Banner tone="bad" ref={verdict}>
            {t('bad')} {t(`what.${found.reason}`)}
          </Banner>
        ) : null}
        {found && 'proven' in found ? (
          <>
            <Banner tone={found.alone ? 'warn' : 'ok'} ref={verdict}>
              {found.alone ? t('alone') : t('good')}
            </Banner>
            <Said proven={found.proven} />
          </>
        ) : null}
      </AuthCard>
    </AuthLayout>
  )
}

const Said = ({ proven }: { proven: Proven }) => {
  const { t } = useTranslation(['check', 'console'])
  const rows = [
    [t('received'), formatReceived(proven.received, 'UTC')],
    [t('version'), proven.version],
    [t('submission'), proven.submission],
    [t('category'), proven.category],
    [t('log'), t('entry', proven.logged)],
    [
      t('closing'),
      proven.closing
        ? t('counted', {
            count: proven.closing.count,
            time: formatReceived(proven.closing.closed, 'UTC'),
          })
        : t('uncounted'),
    ],
    [t('key'), proven.key],
  ] as const
  return (
    <dl className="grid gap-3 text-sm sm:grid-cols-[120px_minmax(0,1fr)]">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="font-medium break-words tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
