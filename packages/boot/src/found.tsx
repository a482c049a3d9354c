import { type Address, to } from '@zabuni/activities/address'
import { type HrefOf, useHere } from '@zabuni/activities/ui/here'
import { data } from '@zabuni/api/client'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { decide } from '@zabuni/routing/guard'
import { match } from '@zabuni/routing/path'
import type { Row } from '@zabuni/routing/row'
import { type Command, CommandPalette } from '@zabuni/ui/command-palette'
import { useCallback } from 'react'
import { findRecords, type Hit } from './queries.ts'

type Where = (hit: Hit, hrefOf: HrefOf) => Address | null

/** Where each kind of record is looked at; a desk that lacks the screen shows no such record. */
const WHERE: Readonly<Record<Hit['kind'], Where>> = {
  job: ({ id, activity = '' }, hrefOf) => hrefOf(activity, 'details', { jobId: id }),
  category: ({ id, job_id = '', activity = '' }, hrefOf) =>
    hrefOf(activity, 'categoryDetails', { jobId: job_id, categoryId: id }) ??
    hrefOf('', 'category', { categoryId: id }),
  bid: ({ id, activity = '' }, hrefOf) =>
    hrefOf(activity, 'bid', { categoryId: id }) ??
    hrefOf(activity, 'financial', { categoryId: id }),
  letter: ({ id }, hrefOf) => hrefOf('', 'letter', { letterId: id }),
  payment: ({ reference }, hrefOf) => to(hrefOf('', 'payments'), { query: { search: reference } }),
  contract: ({ id }, hrefOf) => hrefOf('edit', 'contract', { contractId: id }),
  buyer: ({ id }, hrefOf) =>
    hrefOf('', 'buyer', { buyerId: id }) ?? hrefOf('', 'companyJobs', { companyId: id }),
  supplier: ({ id }, hrefOf) => hrefOf('', 'supplier', { supplierId: id }),
  bidder: ({ name }, hrefOf) => to(hrefOf('', 'bidders'), { query: { search: name } }),
  person: ({ id }, hrefOf) => hrefOf('', 'userUpdate', { userId: id }),
}

/** Whether the screen at an address opens for this person. */
const opens = (rows: readonly Row[], address: string): boolean => {
  const [path = ''] = address.split('?')
  const row = rows.find((row) => match(row.path, path))
  return !!row && decide(session(), row.guard) === 'allow'
}

/** The palette over an app's screens and over the records that its server finds. */
export default function Found({
  commands,
  rows,
  onClose,
}: {
  commands: readonly Command[]
  rows: readonly Row[]
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const { hrefOf } = useHere()
  const search = useCallback(
    async (query: string, signal: AbortSignal): Promise<Command[]> => {
      const { items } = await data(findRecords(query, signal))
      return items.flatMap((hit) => {
        const address = WHERE[hit.kind](hit, hrefOf)
        if (!address || !opens(rows, address)) return []
        const note = [hit.reference, hit.of].filter(Boolean).join(' · ')
        return [{ to: address, label: hit.name, note, group: t(`palette.kinds.${hit.kind}`) }]
      })
    },
    [hrefOf, rows, t],
  )
  return <CommandPalette commands={commands} search={search} onClose={onClose} />
}
