import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { policies } from '@zabuni/activities/queries'
import { editable } from '@zabuni/activities/status'
import { useActivity } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { countries } from '@zabuni/api/countries'
import { keys } from '@zabuni/api/keys'
import { ownZone, session } from '@zabuni/api/session'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { FormFrame, useKept } from '@zabuni/ui/form'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { LiveTimePart, SubjectPart, TechnicalPart } from '../form-parts.tsx'
import { PricePart, SightPart, SoftPart } from '../form-rules.tsx'
import { type AuctionValues, bodyOf, nameOf, rulesOf, valuesOf } from '../form-values.ts'
import { auction, category, createAuction, job, updateAuction } from '../queries.ts'
import { bestOf, RulesCard } from '../rules.tsx'
import { useSchema } from '../schema.ts'

type Had = Parameters<typeof valuesOf>[0]

const Form = ({ had, currencies }: { had: Had; currencies: readonly string[] }) => {
  const { t } = useTranslation('auctions')
  const { activity, href, ids } = useActivity()
  const cache = useQueryClient()
  const table = useQuery(policies)
  const { hash } = useLocation()
  const zone = had?.category.timezone ?? ownZone()
  const details = (jobId: string, categoryId: string) =>
    href('categoryDetails', { jobId, categoryId })
  const form = useProblemForm<AuctionValues>({
    keep: `auction.${had ? `${had.category.id}.${had.category.version}` : `${activity}.${ids.buyerId}`}`,
    resolver: standardSchemaResolver(useSchema()),
    nameOf,
    defaultValues: valuesOf(had, {
      zone,
      currency: session()?.currency || currencies[0] || '',
      now: serverNow(),
    }),
    submit: async (values) => {
      const body = bodyOf(values, zone)
      let id = had?.category.id
      if (had) await updateAuction(had.category.id, { ...body, version: had.category.version })
      else
        id = (
          await createAuction(
            { ...body, activity: activity as 'reverse_auction' },
            ids.buyerId ? { buyer_id: ids.buyerId } : {},
          )
        ).id
      await cache.invalidateQueries({ queryKey: keys.sourcing })
      kept.leave(details(had?.job.id ?? '', id ?? ''))
    },
  })
  const kept = useKept(form)
  useEffect(() => {
    if (!hash) return
    const target = document.getElementsByName(nameOf(`/${decodeURIComponent(hash.slice(1))}`))[0]
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  }, [hash])
  const values = form.watch()
  const policy = table.data?.items.find((p) => p.activity === activity)
  const best = bestOf(policy?.best_price ?? 'lowest')
  const props = { form, best }
  return (
    <FormFrame
      form={form}
      guard={kept.guard}
      back={
        had
          ? details(had.job.id, had.category.id)
          : href('list', { buyerId: ids.buyerId || undefined })
      }
      action={had ? undefined : t('form.add')}
    >
      <SubjectPart
        {...props}
        currencies={currencies}
        buyerId={had?.job.buyer_id ?? (ids.buyerId || undefined)}
        had={had?.job.department_id}
        activity={activity}
        planned={!!had?.job.plan_item_id}
        buys={best === 'lowest'}
      />
      <TechnicalPart {...props} zone={zone} />
      <LiveTimePart {...props} zone={zone} />
      <PricePart {...props} />
      <SoftPart {...props} />
      <SightPart {...props} />
      <RulesCard rules={rulesOf(values, zone)} best={best} currency={values.currency} zone={zone} />
    </FormFrame>
  )
}

/** Drafts an auction, or says anew what an unpublished one is. */
export default function AuctionFormScreen() {
  const { t } = useTranslation(['auctions', 'sourcing'])
  const { word, href, ids } = useActivity()
  const { categoryId } = ids
  const lands = useQuery(countries)
  const found = useQuery({ ...category(categoryId), enabled: !!categoryId })
  const live = useQuery({ ...auction(categoryId), enabled: !!categoryId, refetchInterval: false })
  const of = useQuery({ ...job(found.data?.job_id ?? ''), enabled: !!found.data })
  const title = categoryId ? word('edit') : word('create')
  const crumbs = [{ label: word('list'), to: href('list', { buyerId: ids.buyerId || undefined }) }]
  const within = () => (
    <Load
      as="form"
      title={title}
      query={[lands, categoryId ? found : null, categoryId ? live : null, categoryId ? of : null]}
    >
      {([all, c, a, j]) => {
        const currencies = [...new Set(all.map((land) => land.currency))].filter(Boolean).sort()
        const had = c && a && j ? { category: c, auction: a, job: j } : null
        return (
          <Page
            width="form"
            title={title}
            crumbs={
              c
                ? [
                    ...crumbs,
                    {
                      label: c.name,
                      to: href('categoryDetails', { jobId: c.job_id, categoryId: c.id }),
                    },
                  ]
                : crumbs
            }
          >
            {c && !editable(c) ? (
              <Banner tone="warn">{t('sourcing:category.frozen')}</Banner>
            ) : (
              <Form key={c?.version ?? 'new'} had={had} currencies={currencies} />
            )}
          </Page>
        )
      }}
    </Load>
  )
  return categoryId ? (
    <LoadRecord as="form" query={found} title={title}>
      {within}
    </LoadRecord>
  ) : (
    within()
  )
}
