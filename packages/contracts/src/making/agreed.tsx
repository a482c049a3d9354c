import { useQueryClient } from '@tanstack/react-query'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatBytes, formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { DownloadIcon } from 'lucide-react'
import { Papers, RiskBadge } from '../library/parts.tsx'
import { FIELDS } from '../rich/named.ts'
import { RichView } from '../rich/view.tsx'
import { accept, type Block, type Contract, file, paper } from './queries.ts'

/** Fields of the text that nothing is known of: a draft with them cannot be submitted. */
const Missing = ({ names }: { names: readonly string[] }) => {
  const { t } = useTranslation('contracts')
  const known = FIELDS.filter((f) => names.includes(f)).map((f) => t(`fields.${f}`))
  const strange = names.filter((n) => !(FIELDS as readonly string[]).includes(n))
  return (
    <>
      {known.length ? (
        <Banner tone="warn">{t('making.missing', { names: known.join(', ') })}</Banner>
      ) : null}
      {strange.length ? (
        <Banner tone="warn">
          {t('library.strangers', { names: strange.map((n) => `{${n}}`).join(', ') })}
        </Banner>
      ) : null}
    </>
  )
}

const Mark = ({ of, block }: { of: Contract; block: Block }) => {
  const { t } = useTranslation('contracts')
  const cache = useQueryClient()
  const may = of.status === 'draft' && block.stands && mayI('MANAGE_CONTRACT')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <span className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{block.title}</span>
          {block.mandatory ? <Badge tone="info">{t('library.mandatory')}</Badge> : null}
          {block.risk ? <RiskBadge risk={block.risk} /> : null}
        </span>
        <span className="text-xs text-ink-3">
          {block.model
            ? t('making.writtenByModel', { model: block.model })
            : `${t('library.codeVersion', { code: block.code, number: block.version })} · ${t(`because.${block.because}`)}`}
        </span>
      </span>
      {block.accepted_at ? (
        <span className="text-xs text-ink-2">
          {t('making.acceptedBy', {
            name: block.accepted_by ?? '',
            at: formatMoment(block.accepted_at, ownZone()),
          })}
        </span>
      ) : block.stands ? (
        may ? (
          <ActButton
            size="sm"
            aria-label={t('making.acceptOne', { name: block.title })}
            act={async () => {
              await accept(of.id, block.id)
              await cache.invalidateQueries({ queryKey: keys.contracts })
            }}
          >
            {t('making.accept')}
          </ActButton>
        ) : (
          <Badge tone="warn">{t('making.unaccepted')}</Badge>
        )
      ) : (
        <Badge tone="neutral">{t('making.takenOut')}</Badge>
      )}
    </li>
  )
}

/** Clauses that answers chose: each waits for a person who has read it. */
const Marks = ({ of }: { of: Contract }) => {
  const { t } = useTranslation('contracts')
  if (!of.blocks.length) return null
  return (
    <Card title={t('making.marks')} flush>
      <p className="border-b border-line px-4 py-2.5 text-sm text-ink-2">{t('making.marksBody')}</p>
      <ul className="divide-y divide-line">
        {of.blocks.map((block) => (
          <Mark key={block.id} of={of} block={block} />
        ))}
      </ul>
    </Card>
  )
}

/** What a contract says: its text with what is known filled in, or the file that it is. */
export const Agreed = ({ of }: { of: Contract }) => {
  const { t, i18n } = useTranslation('contracts')
  const came = of.file
  const waits = came ? came.insertions + came.deletions + came.comments > 0 : false
  return (
    <>
      {of.status === 'draft' ? <Missing names={of.missing} /> : null}
      <Marks of={of} />
      {came ? (
        <Card
          title={t('making.file')}
          actions={
            <ActButton
              size="sm"
              icon={<DownloadIcon size={15} />}
              act={async () => saveFile(await file(of.id), came.name)}
            >
              {t('making.download')}
            </ActButton>
          }
        >
          <div className="grid gap-3">
            <Facts
              items={[
                { label: t('making.fileLabel'), value: came.name },
                { label: t('making.size'), value: formatBytes(came.size, i18n.language) },
              ]}
            />
            {waits ? <Banner tone="warn">{t('making.pending', came)}</Banner> : null}
          </div>
        </Card>
      ) : null}
      {of.reads ? (
        <Card
          title={t('library.text')}
          actions={<Papers name={of.number} fetch={(as) => paper(of.id, as)} />}
        >
          <RichView text={of.reads} lang={of.language} />
        </Card>
      ) : came ? null : (
        <Card title={t('library.text')}>
          <p className="text-sm text-ink-2">{t('making.noText')}</p>
        </Card>
      )}
    </>
  )
}

/** Who agrees on it, as paper names them. */
export const Parties = ({ of }: { of: Pick<Contract, 'buyer' | 'counterparty'> }) => {
  const { t, i18n } = useTranslation('contracts')
  const { buyer, counterparty } = of
  const facts = (p: Contract['buyer']) =>
    [
      [t('making.country'), countryName(p.country, i18n.language)],
      [t('making.taxId'), p.tax_id],
      [t('making.address'), p.address],
      [t('making.email'), p.email],
    ] as const
  return (
    <div className="grid gap-4">
      {(
        [
          [t('view.buyer'), buyer],
          [t('columns.supplier'), counterparty],
        ] as const
      ).map(([label, p]) => (
        <Facts
          key={label}
          items={[
            { label, value: <strong className="font-medium">{p.name}</strong> },
            ...facts(p).flatMap(([name, value]) => (value ? [{ label: name, value }] : [])),
          ]}
        />
      ))}
    </div>
  )
}

/** The versions that were written, the newest first; each is known by the sum of all that it says. */
export const ContractVersions = ({ of }: { of: Contract }) => {
  const { t } = useTranslation('contracts')
  if (!of.versions.length) return null
  return (
    <Card title={t('library.versions')}>
      <ol className="grid gap-2.5 text-sm">
        {of.versions.map((v) => (
          <li key={v.number} className="grid gap-0.5">
            <strong className="font-medium">{t('library.version', { number: v.number })}</strong>
            {v.reason ? <span>{v.reason}</span> : null}
            <span className="text-xs text-ink-3">
              {t('library.writtenBy', { name: v.by, at: formatMoment(v.created_at, ownZone()) })}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 border-t border-line pt-3 text-xs break-all text-ink-3">
        {t('making.sum', { sum: of.sum })}
      </p>
    </Card>
  )
}
