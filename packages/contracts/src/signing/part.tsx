import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { actText } from '@zabuni/i18n/problem'
import { ActButton } from '@zabuni/ui/act'
import { ReasonDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { toast } from '@zabuni/ui/toast'
import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import { day } from '../parts.tsx'
import { BeginSigning } from './begin.tsx'
import {
  callOff,
  certificate,
  type Signing,
  type SigningRequest,
  scanFile,
  signing,
} from './queries.ts'
import { SignHere } from './sign.tsx'

/** Who signs, in their turns, and who has. */
const Signers = ({ of, request }: { of: Signing; request: SigningRequest }) => {
  const { t } = useTranslation('contracts')
  const open = !request.outcome
  const next = Math.min(...request.signers.filter((s) => !s.signed_at).map((s) => s.turn))
  return (
    <ol className="divide-y divide-line border-y border-line">
      {request.signers.map((s) => (
        <li
          key={`${s.turn} ${s.side} ${s.name}`}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 text-sm"
        >
          <span className="grid min-w-0 gap-0.5">
            <span className="font-medium break-words">
              <span className="tabular text-ink-3">{s.turn}. </span>
              {s.name}
              {s.you ? ` (${t('signing.you')})` : ''}
            </span>
            <span className="text-xs break-words text-ink-3">
              {s.capacity} · {s.side === 'buyer' ? of.buyer_name : of.supplier_name}
            </span>
          </span>
          {s.signed_at ? (
            <span className="grid justify-items-end gap-0.5">
              <Badge tone="ok">{t('signing.signed')}</Badge>
              <span className="tabular text-xs text-ink-3">
                {formatMoment(s.signed_at, of.timezone)}
              </span>
            </span>
          ) : open && s.turn === next ? (
            <Badge tone="warn">{t('signing.isNext')}</Badge>
          ) : (
            <Badge>{t(open ? 'signing.later' : 'signing.missing')}</Badge>
          )}
        </li>
      ))}
    </ol>
  )
}

const CallOff = ({ of }: { of: Signing }) => {
  const { t } = useTranslation('contracts')
  const cache = useQueryClient()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('signing.callOff')}</Button>
      <ReasonDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('signing.callOff')}
        description={t('signing.callOffBody')}
        action={t('signing.callOff')}
        reasonHint={t('signing.reasonHint')}
        danger
        send={async (reason) => {
          try {
            await callOff(of.id, reason)
            setAsking(false)
            toast('ok', t('signing.calledOff'))
          } finally {
            await cache.invalidateQueries({ queryKey: keys.contracts })
          }
        }}
      />
    </>
  )
}

const Request = ({ of, request }: { of: Signing; request: SigningRequest }) => {
  const { t } = useTranslation('contracts')
  const { outcome } = request
  return (
    <Card title={t('signing.title')}>
      <div className="grid gap-4">
        {outcome === 'signed' ? (
          <Banner tone="ok">
            {of.status === 'signing'
              ? t('signing.startsLater', { day: day(of.starts_on) })
              : t('signing.inForce')}
          </Banner>
        ) : outcome ? (
          <Banner tone="warn">
            {t(`signing.outcomes.${outcome}`, { name: request.ended_by ?? '' })}
            {request.reason ? ` ${request.reason}` : ''}
          </Banner>
        ) : (
          <p className="text-sm text-ink-2">
            {t('signing.askedBy', {
              name: request.begun_by,
              at: formatMoment(request.begun_at, of.timezone),
              until: formatMoment(request.expires_at, of.timezone),
            })}
          </p>
        )}
        <Signers of={of} request={request} />
        {of.may_sign ? null : of.waits ? (
          <Banner tone="info">
            {of.standstill_runs
              ? t('view.standstill', { at: formatMoment(of.no_signature_before, of.timezone) })
              : t('signing.notYet')}
          </Banner>
        ) : null}
        <SignHere of={of} request={request} />
        <div className="flex flex-wrap gap-2">
          {outcome === 'signed' ? (
            <ActButton
              icon={<DownloadIcon size={15} />}
              act={async () => saveFile(await certificate(of.id), `${of.number} certificate.pdf`)}
            >
              {t('signing.certificate')}
            </ActButton>
          ) : null}
          {of.may_call_off ? <CallOff of={of} /> : null}
        </div>
        <p className="text-xs text-ink-3">{t('signing.worth')}</p>
      </div>
    </Card>
  )
}

/** The paper by which a contract is in force, for everybody who is bound by it. */
const OnPaper = ({ of, scan }: { of: Signing; scan: NonNullable<Signing['scan']> }) => {
  const { t } = useTranslation('contracts')
  return (
    <Card
      title={t('signing.scanTitle')}
      actions={
        <ActButton
          size="sm"
          icon={<DownloadIcon size={15} />}
          act={async () => saveFile(await scanFile(of.id), scan.file_name)}
        >
          {t('making.download')}
        </ActButton>
      }
    >
      <Facts
        items={[
          { label: t('signing.signedOn'), value: day(scan.signed_on) },
          { label: t('signing.version'), value: String(scan.version) },
          { label: t('signing.forBuyer', { name: of.buyer_name }), value: scan.for_buyer },
          { label: t('signing.forOther', { name: of.supplier_name }), value: scan.for_other },
        ]}
      />
    </Card>
  )
}

/** The signing of a contract: who signs and has, what that means, and the act itself. */
export const SigningPart = ({ id }: { id: string }) => {
  const { t, i18n } = useTranslation('contracts')
  const { data: of, isError, error, refetch } = useQuery(signing(id))
  if (!of)
    return (
      <Card title={t('signing.title')}>
        {isError ? (
          <div className="grid gap-3">
            <Banner tone="bad">{actText(error, i18n)}</Banner>
            <div>
              <Button onClick={() => void refetch()}>{t('signing.again')}</Button>
            </div>
          </div>
        ) : (
          <p role="status" className="text-sm text-ink-2">
            {t('signing.loading')}
          </p>
        )}
      </Card>
    )
  const paper = of.scan?.outcome === 'taken' ? of.scan : null
  if (!of.request && !of.may_begin && !paper) return null
  return (
    <div className="grid gap-4">
      {paper ? <OnPaper of={of} scan={paper} /> : null}
      {of.request ? <Request of={of} request={of.request} /> : null}
      {of.may_begin ? <BeginSigning key={of.sum} of={of} /> : null}
    </div>
  )
}
