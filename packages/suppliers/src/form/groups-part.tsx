import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDate } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { Bound } from '@zabuni/ui/form'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { useEffect } from 'react'
import { DownloadButton, dayText, MembershipBadge } from '../parts.tsx'
import { apply, groups, type Profile, profile as profileQuery, withdraw } from '../queries.ts'
import { FilePick } from './file-pick.tsx'
import type { PartProps } from './frame.tsx'

/** The applications of a company. */
export const Memberships = ({
  profile,
  onWithdraw,
}: {
  profile: Profile
  onWithdraw?: (id: string) => void
}) => {
  const { t } = useTranslation('suppliers')
  if (!profile.groups.length) return <p className="text-sm text-ink-2">{t('groups.none')}</p>
  return (
    <ul className="grid gap-3">
      {profile.groups.map((m) => (
        <li key={m.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <div className="grid min-w-0 flex-1 gap-0.5">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {m.name} <MembershipBadge status={m.status} />
            </span>
            <span className="text-xs text-ink-2">
              {short(m.share)}% · {formatDate(m.created_at)}
              {m.expires_on ? ` · ${t('state.until', { date: dayText(m.expires_on) })}` : ''}
            </span>
            {m.reason ? <span className="text-xs text-ink-2">{m.reason}</span> : null}
          </div>
          <DownloadButton company={profile.id} id={m.proof} name={m.proof_name} />
          {m.status === 'pending' && onWithdraw ? (
            <Button size="sm" look="ghost" onClick={() => onWithdraw(m.id)}>
              {t('groups.withdraw')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Membership of special groups: asked for with a proof, decided by the operator. */
export const GroupsPart = ({ desk, profile, onDirty }: PartProps) => {
  const { t, i18n } = useTranslation('suppliers')
  const { t: common } = useTranslation()
  const cache = useQueryClient()
  const all = useQuery(groups)
  const again = () => cache.invalidateQueries({ queryKey: profileQuery(desk).queryKey })
  const form = useProblemForm({
    defaultValues: { special_group_id: '', proof: '', expires_on: '' },
    submit: async (typed) => {
      if (!typed.proof)
        throw new Refused(['proof'], ({ t }) => t('groups.attachFirst', { ns: 'suppliers' }))
      await apply(profile.id, typed.special_group_id, typed.proof, typed.expires_on)
      form.reset()
      toast('ok', t('groups.sent'))
      await again()
    },
  })
  const { isDirty } = form.formState
  useEffect(() => onDirty('groups', isDirty), [onDirty, isDirty])
  const chosen = all.data?.find((g) => g.id === form.watch('special_group_id'))
  const held = profile.shares.find((s) => s.segment === chosen?.segment)?.share
  return (
    <div className="grid gap-4">
      <Card title={t('groups.mine')}>
        <Memberships
          profile={profile}
          onWithdraw={(id) => {
            withdraw(profile.id, id)
              .then(() => toast('ok', t('groups.withdrawn')))
              .catch((error) => toast('bad', problemText(error, i18n)))
              .finally(() => void again())
          }}
        />
      </Card>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <ErrorSummary form={form} />
        <Card
          title={t('groups.apply')}
          footer={
            <Button
              type="submit"
              look="primary"
              busy={form.busy}
              disabled={!form.watch('special_group_id')}
            >
              {t('groups.send')}
            </Button>
          }
        >
          <div className="grid gap-5">
            <div className="grid gap-5 sm:grid-cols-2">
              <SelectField
                required
                label={t('groups.group')}
                hint={
                  chosen?.segment
                    ? t('groups.needs', {
                        name: chosen.name,
                        share: short(chosen.min_share),
                        held: short(held ?? '0'),
                      })
                    : undefined
                }
                {...form.field('special_group_id')}
              >
                <option value="">{common('form.choose')}</option>
                {(all.data ?? []).map((g) => (
                  <option key={g.id} value={g.id}>
                    {g.name}
                  </option>
                ))}
              </SelectField>
              <Bound form={form} name="expires_on">
                {(control) => <DateTimeField dateOnly label={t('groups.expiry')} {...control} />}
              </Bound>
            </div>
            <FilePick
              company={profile.id}
              kind="proof"
              label={t('groups.proof')}
              value={form.watch('proof')}
              error={form.field('proof').error}
              onChange={(id) => form.setValue('proof', id, { shouldDirty: true })}
              wait={form.wait}
            />
          </div>
        </Card>
      </form>
    </div>
  )
}
