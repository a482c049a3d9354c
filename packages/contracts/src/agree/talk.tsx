import { useQuery } from '@tanstack/react-query'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useState } from 'react'
import { useContracts } from '../parts.tsx'
import type { Contract } from '../queries.ts'
import { useDone } from './actions.tsx'
import { redlined, type Talk as Spoken, steps, talk, wasStale } from './queries.ts'
import { type Decided, RedlineView, RedlineWord } from './redline.tsx'
import { Sayings } from './say.tsx'

const SHARED = ['sent', 'negotiating', 'signing', 'active', 'expired', 'terminated', 'completed']

type Props = { of: Contract; spoken: Spoken }

/** Each difference of a proposal, accepted or rejected by who manages the contract. */
const Proposal = ({ of, spoken }: Props) => {
  const { t } = useTranslation('contracts')
  const { desk } = useContracts()
  const done = useDone()
  const [decided, setDecided] = useState<Decided>({})
  const [latest] = spoken.proposals
  const redline = spoken.redline
  const form = useProblemForm({
    keep: `contract.decide.${of.id}.${spoken.sum}`,
    defaultValues: { reason: '' },
    nameOf: (pointer) => (pointer === '/reason' ? 'reason' : 'root'),
    submit: async ({ reason }) => {
      const all = redline?.changes ?? []
      try {
        await steps.decide(desk, of.id, {
          sum: spoken.sum,
          accepted: all.filter((c) => decided[c] === 'accepted'),
          rejected: all.filter((c) => decided[c] === 'rejected'),
          reason,
        })
      } catch (error) {
        if (wasStale(error)) await done()
        throw error
      }
      form.kept.forget()
      await done()
    },
  })
  if (!latest || !redline) return null
  const asked = latest.open && of.status === 'negotiating' && mayI('MANAGE_CONTRACT')
  const open = redline.changes.filter((c) => !decided[c]).length
  const all = (how: 'accepted' | 'rejected') =>
    setDecided(Object.fromEntries(redline.changes.map((c) => [c, how])))
  const fault = form.formState.errors.root?.message
  return (
    <Card
      title={t('talk.proposal', { version: latest.version, base: latest.base })}
      actions={
        asked ? (
          <>
            <Button size="sm" onClick={() => all('rejected')}>
              {t('talk.rejectAll')}
            </Button>
            <Button size="sm" onClick={() => all('accepted')}>
              {t('talk.acceptAll')}
            </Button>
          </>
        ) : null
      }
    >
      <div className="grid gap-4">
        <p className="text-xs text-ink-3">
          {t('library.writtenBy', {
            name: latest.by,
            at: formatMoment(latest.at, ownZone()),
          })}
        </p>
        {latest.note ? (
          <p className="text-sm wrap-anywhere whitespace-pre-wrap">{latest.note}</p>
        ) : null}
        <RedlineView
          redline={redline}
          lang={of.language}
          decided={decided}
          {...(asked
            ? { decide: (change, how) => setDecided((was) => ({ ...was, [change]: how })) }
            : {})}
        />
        <RedlineWord name={of.number} fetch={() => redlined(desk, of.id)} />
        {asked ? (
          <form
            noValidate
            onSubmit={form.onSubmit}
            className="grid gap-3 border-t border-line pt-4"
          >
            {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
            {fault ? <Banner tone="bad">{fault}</Banner> : null}
            <p className="text-sm text-ink-2" aria-live="polite">
              {open ? t('talk.open', { count: open }) : t('talk.allDecided')}
            </p>
            <TextareaField
              required
              rows={3}
              maxLength={1000}
              label={t('view.reason')}
              hint={t('talk.reasonHint')}
              {...form.field('reason')}
            />
            <div className="flex justify-end">
              <Button type="submit" look="primary" busy={form.busy}>
                {t('talk.decide')}
              </Button>
            </div>
          </form>
        ) : latest.withdrawn ? (
          <Banner tone="info">
            {t('talk.withdrawn', { at: formatMoment(latest.decided_at ?? latest.at, ownZone()) })}
          </Banner>
        ) : latest.decided_at ? (
          <Banner tone="info">
            {t('talk.decided', {
              accepted: latest.accepted,
              rejected: latest.rejected,
              at: formatMoment(latest.decided_at, ownZone()),
              reason: latest.reason,
            })}
          </Banner>
        ) : null}
      </div>
    </Card>
  )
}

/** The negotiation of a contract: what the other side proposes, what both say, and what stays among the own people. */
export const Talk = ({ of }: { of: Contract }) => {
  const { t } = useTranslation('contracts')
  const { desk } = useContracts()
  const done = useDone()
  const query = useQuery(talk(desk, of.id))
  const may = mayI('MANAGE_CONTRACT')
  const side: Record<string, string> = {
    buyer: t('view.buyer'),
    counterparty: t('columns.supplier'),
  }
  return (
    <Load query={query} title={t('talk.title')}>
      {(spoken) => (
        <div className="grid gap-4">
          <Proposal key={spoken.sum} of={of} spoken={spoken} />
          <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
            <Sayings
              title={t('talk.comments')}
              note={t('talk.commentsNote')}
              items={spoken.comments.map((c) => ({ ...c, side: side[c.side] ?? '' }))}
              form={
                may && SHARED.includes(of.status) && of.counterparty.company_id
                  ? {
                      keep: `contract.comment.${of.id}`,
                      label: t('talk.comment'),
                      action: t('talk.say'),
                      send: async (body, key) => {
                        await steps.comment(desk, of.id, body, key)
                        await done()
                      },
                    }
                  : null
              }
            />
            <Sayings
              title={t('talk.notes')}
              note={t('talk.notesNote')}
              items={spoken.notes}
              form={
                may
                  ? {
                      keep: `contract.note.${of.id}`,
                      label: t('talk.note'),
                      action: t('talk.keep'),
                      send: async (body, key) => {
                        await steps.note(desk, of.id, body, key)
                        await done()
                      },
                    }
                  : null
              }
            />
          </div>
        </div>
      )}
    </Load>
  )
}
