import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes, formatMoment } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog, ReasonDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormCard, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import { FilePick, type Picked } from '../making/pick.tsx'
import { day, StatusBadge } from '../parts.tsx'
import { decideScan, offerScan, type Signing, scanFile, signing } from './queries.ts'

type Values = {
  file: Picked | null
  number: string
  signed_on: string
  for_buyer: string
  for_other: string
  reason: string
}

const Offer = ({ of }: { of: Signing }) => {
  const { t } = useTranslation('contracts')
  const { href } = useHere()
  const cache = useQueryClient()
  const newest = of.versions[0]?.number ?? 0
  const back = href('toSign')
  const form = useProblemForm<Values>({
    keep: `contractScan.${of.id}.${newest}`,
    nameOf: (pointer) => (pointer === '/file_id' ? 'file' : pointer.replace(/^\//, '')),
    defaultValues: {
      file: null,
      number: String(newest),
      signed_on: '',
      for_buyer: '',
      for_other: '',
      reason: '',
    },
    submit: async ({ file, number, reason, ...rest }) => {
      await offerScan(of.id, {
        ...rest,
        ...(file ? { file_id: file.id } : {}),
        number: Number(number),
        reason: Number(number) === newest ? '' : reason,
      })
      toast('ok', t('signing.offered'))
      await cache.invalidateQueries({ queryKey: keys.contracts })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  const other = Number(form.watch('number')) !== newest
  return (
    <FormCard form={form} guard={kept.guard} back={back} action={t('signing.offer')}>
      <p className="text-sm text-ink-2">{t('signing.offerBody')}</p>
      <Bound form={form} name="file">
        {(control) => (
          <FilePick label={t('signing.scan')} types={['pdf']} wait={form.wait} {...control} />
        )}
      </Bound>
      <SelectField
        required
        label={t('signing.version')}
        hint={t('signing.versionHint')}
        {...form.field('number')}
      >
        {of.versions.map((v) => (
          <option key={v.number} value={v.number}>
            {t('signing.versionOf', {
              number: v.number,
              at: formatMoment(v.created_at, of.timezone),
            })}
          </option>
        ))}
      </SelectField>
      {other ? (
        <TextareaField
          required
          label={t('signing.otherReason')}
          hint={t('signing.otherHint')}
          maxLength={1000}
          {...form.field('reason')}
        />
      ) : null}
      <Bound form={form} name="signed_on">
        {(control) => (
          <DateTimeField required dateOnly label={t('signing.signedOn')} {...control} />
        )}
      </Bound>
      <InputField
        required
        label={t('signing.forBuyer', { name: of.buyer_name })}
        maxLength={300}
        {...form.field('for_buyer')}
      />
      <InputField
        required
        label={t('signing.forOther', { name: of.supplier_name })}
        maxLength={300}
        {...form.field('for_other')}
      />
    </FormCard>
  )
}

const Scan = ({ of, scan }: { of: Signing; scan: NonNullable<Signing['scan']> }) => {
  const { t, i18n } = useTranslation('contracts')
  const cache = useQueryClient()
  const [asking, setAsking] = useState<'take' | 'refuse'>()
  const decide = async (take: boolean, reason?: string) => {
    try {
      await decideScan(of.id, take, reason)
      setAsking(undefined)
      toast('ok', t(take ? 'signing.taken' : 'signing.refused'))
    } finally {
      await cache.invalidateQueries({ queryKey: keys.contracts })
    }
  }
  return (
    <Card title={t('signing.scanTitle')}>
      <div className="grid gap-4">
        {scan.outcome === 'taken' ? (
          <Banner tone="ok">{t('signing.takenBy', { name: scan.decided_by ?? '' })}</Banner>
        ) : scan.outcome === 'refused' ? (
          <Banner tone="warn">
            {t('signing.refusedBy', { name: scan.decided_by ?? '', reason: scan.refusal ?? '' })}
          </Banner>
        ) : scan.outcome === 'void' ? (
          <Banner tone="warn">{t('signing.voided')}</Banner>
        ) : (
          <Banner tone="info">
            {t(of.may_confirm ? 'signing.compare' : 'signing.another', { name: scan.offered_by })}
          </Banner>
        )}
        <Facts
          items={[
            { label: t('making.fileLabel'), value: scan.file_name },
            { label: t('making.size'), value: formatBytes(scan.size, i18n.language) },
            {
              label: t('signing.fileSum'),
              value: <span className="text-xs break-all">{scan.file_sum}</span>,
            },
            { label: t('signing.version'), value: String(scan.version) },
            ...(scan.reason ? [{ label: t('signing.otherReason'), value: scan.reason }] : []),
            { label: t('signing.signedOn'), value: day(scan.signed_on) },
            { label: t('signing.forBuyer', { name: of.buyer_name }), value: scan.for_buyer },
            { label: t('signing.forOther', { name: of.supplier_name }), value: scan.for_other },
            {
              label: t('signing.offeredBy'),
              value: `${scan.offered_by} · ${formatMoment(scan.offered_at, of.timezone)}`,
            },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <ActButton
            icon={<DownloadIcon size={15} />}
            act={async () => saveFile(await scanFile(of.id), scan.file_name)}
          >
            {t('making.download')}
          </ActButton>
          {of.may_confirm ? (
            <>
              <Button look="primary" onClick={() => setAsking('take')}>
                {t('signing.confirm')}
              </Button>
              <Button onClick={() => setAsking('refuse')}>{t('signing.refuse')}</Button>
            </>
          ) : null}
        </div>
      </div>
      <AskDialog
        open={asking === 'take'}
        onClose={() => setAsking(undefined)}
        title={t('signing.confirm')}
        description={t('signing.confirmBody')}
        action={t('signing.confirm')}
        send={() => decide(true)}
      />
      <ReasonDialog
        open={asking === 'refuse'}
        onClose={() => setAsking(undefined)}
        title={t('signing.refuse')}
        description={t('signing.refuseBody')}
        action={t('signing.refuse')}
        reasonHint={t('signing.refuseHint')}
        danger
        send={(reason) => decide(false, reason)}
      />
    </Card>
  )
}

/** A contract that was signed on paper: the scan, what stands beside it, and the second person's word. */
export default function SignedUpload() {
  const { t } = useTranslation('contracts')
  const { ids, href, hrefOf } = useHere()
  const query = useQuery(signing(ids.contractId))
  return (
    <Load query={query} title={t('signing.uploadTitle')} as="form">
      {(of) => (
        <Page
          title={t('signing.uploadTitle')}
          subtitle={`${of.number} · ${of.title}`}
          status={<StatusBadge status={of.status} />}
          crumbs={[
            { label: t('signing.list'), to: href('toSign') },
            { label: of.title, to: hrefOf('edit', 'contract', { contractId: of.id }) },
          ]}
        >
          <div className="grid max-w-3xl gap-4">
            {of.standstill_runs ? (
              <Banner tone="warn">
                {t('view.standstill', { at: formatMoment(of.no_signature_before, of.timezone) })}
              </Banner>
            ) : null}
            {of.scan ? <Scan of={of} scan={of.scan} /> : null}
            {of.may_offer ? (
              <Offer of={of} />
            ) : of.scan ? null : (
              <Banner tone="info">{t('signing.notOnPaper')}</Banner>
            )}
          </div>
        </Page>
      )}
    </Load>
  )
}
