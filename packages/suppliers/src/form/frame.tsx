import { useQueryClient } from '@tanstack/react-query'
import { faultCode } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { useProof } from '@zabuni/routing/ui/proof'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { type ProblemForm, useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { type ReactNode, useEffect } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { type Change, type Desk, type Profile, profile as profileQuery, save } from '../queries.ts'

/** What every part of the form is given. */
export type PartProps = {
  desk: Desk
  profile: Profile
  /** Tells the frame around all parts whether this one would be lost. */
  onDirty: (part: string, dirty: boolean) => void
}

/** One part of a profile as a form of its own: saved alone, kept over a reload, never overwritten by another's save. */
export const usePart = <V extends FieldValues>({
  part,
  desk,
  profile,
  onDirty,
  values,
  change,
}: PartProps & {
  part: string
  values: (profile: Profile) => V
  change: (typed: V, dirty: Partial<Record<string, unknown>>) => Change
}) => {
  const { t } = useTranslation('suppliers')
  const cache = useQueryClient()
  const proof = useProof()
  const query = profileQuery(desk, desk === 'operator' ? profile.id : undefined)
  const form: ProblemForm<V> = useProblemForm<V>({
    keep: `profile.${profile.id}.${part}`,
    defaultValues: values(profile) as DefaultValues<V>,
    submit: async (typed) => {
      // The newest that is known here: another part may have been saved since this one was drawn.
      const now = cache.getQueryData<Profile>(query.queryKey) ?? profile
      const what = change(typed, dirtyFields)
      try {
        const saved = await proof.withProof(() => save(desk, now, what))
        cache.setQueryData(query.queryKey, saved)
        form.kept.forget()
        form.reset(values(saved))
        toast('ok', t('save.saved'))
      } catch (error) {
        // What somebody else saved is read, so that the next try names their version; what is typed here stays.
        if (faultCode(error) === 'party.changed')
          await cache.refetchQueries({ queryKey: query.queryKey })
        throw error
      }
    },
  })
  const { isDirty: dirty, dirtyFields } = form.formState
  useEffect(() => onDirty(part, dirty), [onDirty, part, dirty])
  return { form, kept: form.kept, dirty, dialog: proof.proofDialog }
}

/** The sheet of a part, with its errors and its two ways out. */
export const PartFrame = <V extends FieldValues>({
  title,
  part,
  children,
}: {
  title: string
  part: {
    form: ProblemForm<V>
    kept: { restored: boolean; startOver: () => void }
    dirty: boolean
    dialog: ReactNode
  }
  children: ReactNode
}) => {
  const { t } = useTranslation(['suppliers', 'common'])
  const { form, kept, dirty, dialog } = part
  return (
    <>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        {kept.restored && dirty ? <Banner tone="info">{t('save.restored')}</Banner> : null}
        <ErrorSummary form={form} />
        <Card
          title={title}
          footer={
            <>
              {dirty ? (
                <span className="mr-auto text-sm text-ink-2">{t('save.unsaved')}</span>
              ) : null}
              {dirty ? (
                <Button look="ghost" onClick={kept.startOver}>
                  {t('save.discard')}
                </Button>
              ) : null}
              <Button type="submit" look="primary" busy={form.busy} disabled={!dirty}>
                {t('common:actions.save')}
              </Button>
            </>
          }
        >
          {children}
        </Card>
      </form>
      {dialog}
    </>
  )
}
