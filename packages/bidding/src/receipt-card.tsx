import { bytes } from '@zabuni/api/client'
import { saveFile } from '@zabuni/api/download'
import { api } from '@zabuni/api/supplier'
import { useTranslation } from '@zabuni/i18n'
import { formatReceived } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { toast } from '@zabuni/ui/toast'
import {
  BadgeCheckIcon,
  CopyIcon,
  DownloadIcon,
  FileTextIcon,
  type LucideIcon,
  ShieldCheckIcon,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Bid, Receipt } from './queries.ts'

const save = (receipt: Receipt) =>
  saveFile(
    new Blob([receipt.note], { type: 'text/plain' }),
    `receipt-v${receipt.version}-${receipt.submission_id}.txt`,
  )

type PaperProps = { receipt: Receipt; bid: Bid; small?: true }

/** Fetches what the server makes of a receipt, and saves it. */
const Paper = ({
  words,
  name,
  fetch,
  icon: Icon,
  small,
}: {
  words: string
  name: string
  fetch: () => Promise<Blob>
  icon: LucideIcon
  small?: true | undefined
}) => {
  const { i18n } = useTranslation('bidding')
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      saveFile(await fetch(), name)
    } catch (error) {
      toast('bad', problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      {...(small ? { size: 'sm' as const } : {})}
      busy={busy}
      icon={<Icon aria-hidden="true" size={small ? 14 : 15} />}
      onClick={() => void take()}
    >
      {words}
    </Button>
  )
}

const PaperButton = ({ receipt, bid, small }: PaperProps) => {
  const { t, i18n } = useTranslation('bidding')
  return (
    <Paper
      words={t('receipt.pdf')}
      name={`receipt-v${receipt.version}.pdf`}
      icon={FileTextIcon}
      small={small}
      fetch={() =>
        bytes(
          api.GET('/bids/{bid_id}/receipts/{submission_id}/pdf', {
            params: {
              path: { bid_id: bid.id, submission_id: receipt.submission_id },
              query: { language: languageOf(i18n.language) },
            },
            parseAs: 'blob',
          }),
        )
      }
    />
  )
}

/** What shows without the platform that a version was received, logged and counted. */
const ProofButton = ({ receipt, bid, small }: PaperProps) => {
  const { t } = useTranslation('bidding')
  return (
    <Paper
      words={t('receipt.proof')}
      name={`proof-v${receipt.version}-${receipt.submission_id}.json`}
      icon={BadgeCheckIcon}
      small={small}
      fetch={() =>
        bytes(
          api.GET('/bids/{bid_id}/receipts/{submission_id}/proof', {
            params: { path: { bid_id: bid.id, submission_id: receipt.submission_id } },
            parseAs: 'blob',
          }),
        )
      }
    />
  )
}

/** A version that another one has replaced. */
export const ReceiptLine = ({ receipt, bid }: { receipt: Receipt; bid: Bid }) => {
  const { t } = useTranslation('bidding')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
      <span className="grid min-w-0">
        <span className="font-medium">{t('receipt.title', { version: receipt.version })}</span>
        <span className="tabular text-ink-2">
          {formatReceived(receipt.received_at, bid.timezone)}
        </span>
        <span className="font-mono text-xs break-all text-ink-3">{receipt.sha256}</span>
      </span>
      <span className="flex flex-wrap gap-2">
        <ProofButton receipt={receipt} bid={bid} small />
        <PaperButton receipt={receipt} bid={bid} small />
        <Button
          size="sm"
          icon={<DownloadIcon aria-hidden="true" size={14} />}
          onClick={() => save(receipt)}
        >
          {t('receipt.download')}
        </Button>
      </span>
    </li>
  )
}

/** The proof of what was received and when. */
export const ReceiptCard = ({
  receipt,
  bid,
  fresh = false,
}: {
  receipt: Receipt
  bid: Bid
  /** Just received: takes focus, so that it is read at once. */
  fresh?: boolean
}) => {
  const { t } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const title = useRef<HTMLHeadingElement>(null)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (fresh) title.current?.focus()
  }, [fresh])
  return (
    <section
      aria-labelledby={`receipt-${receipt.submission_id}`}
      className="overflow-hidden rounded-lg border border-line bg-surface shadow-xs"
    >
      <header className="flex flex-wrap items-center gap-3 bg-ok-soft px-5 py-4">
        <ShieldCheckIcon aria-hidden="true" size={22} className="shrink-0 text-ok" />
        <div className="grid min-w-40 flex-1">
          <h3
            ref={title}
            id={`receipt-${receipt.submission_id}`}
            tabIndex={-1}
            className="text-lg font-semibold outline-none"
          >
            {t('receipt.title', { version: receipt.version })}
          </h3>
          <p className="text-sm text-ink-2">{t('receipt.sealed')}</p>
        </div>
        {receipt.withdrawn_at ? <Badge tone="warn">{t('status.withdrawn')}</Badge> : null}
        {receipt.set_aside && !receipt.withdrawn_at ? (
          <Badge tone="warn">{t('addenda.setAside')}</Badge>
        ) : null}
      </header>
      <dl className="grid gap-3 px-5 py-4 text-sm sm:grid-cols-[140px_1fr]">
        <dt className="text-ink-3">{t('receipt.received')}</dt>
        <dd>
          <span className="tabular font-semibold">
            {formatReceived(receipt.received_at, bid.timezone)}
          </span>
          <span className="block text-xs text-ink-3">{receipt.received_at}</span>
        </dd>
        <dt className="text-ink-3">{t('receipt.category')}</dt>
        <dd>
          {bid.category_name} · {bid.reference}
        </dd>
        <dt className="text-ink-3">{t('receipt.hash')}</dt>
        <dd className="font-mono text-xs break-all">{receipt.sha256}</dd>
      </dl>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line bg-canvas px-5 py-3">
        <ProofButton receipt={receipt} bid={bid} />
        <PaperButton receipt={receipt} bid={bid} />
        <Button icon={<DownloadIcon aria-hidden="true" size={15} />} onClick={() => save(receipt)}>
          {t('receipt.download')}
        </Button>
        {navigator.clipboard ? (
          <Button
            look="ghost"
            icon={<CopyIcon aria-hidden="true" size={15} />}
            onClick={() =>
              void navigator.clipboard.writeText(receipt.sha256).then(() => setCopied(true))
            }
          >
            {copied ? t('receipt.copied') : common('actions.copy')}
          </Button>
        ) : null}
        <p className="basis-full text-xs text-ink-3">
          {t('receipt.check')}{' '}
          <a href="/check" target="_blank" rel="noreferrer" className="font-medium underline">
            {t('receipt.checkHere')}
          </a>
        </p>
      </footer>
    </section>
  )
}
