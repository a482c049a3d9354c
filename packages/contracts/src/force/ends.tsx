import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { endContract, type Way } from './queries.ts'

const End = ({ way, of }: { way: Way; of: { id: string; version: number } }) => {
  const { t } = useTranslation(['inforce', 'common'])
  const cache = useQueryClient()
  const [open, setOpen] = useState(false)
  const form = useProblemForm({
    defaultValues: { ended_on: '', reason: '' },
    submit: async (values) => {
      await endContract(way, of.id, { version: of.version, ...values })
      await cache.invalidateQueries({ queryKey: keys.contracts })
      setOpen(false)
      toast('ok', t(`ends.${way}Done`))
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(`ends.${way}`)}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(`ends.${way}`)}
        description={t(`ends.${way}Body`)}
      >
        <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
          {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
          <Bound form={form} name="ended_on">
            {(control) => (
              <DateTimeField dateOnly label={t('ends.on')} hint={t('ends.onHint')} {...control} />
            )}
          </Bound>
          <TextareaField
            required
            label={t('ends.reason')}
            maxLength={1000}
            {...form.field('reason')}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{t('common:actions.cancel')}</Button>
            <Button type="submit" look="primary" busy={form.busy}>
              {t(`ends.${way}`)}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

/** How a contract in force is ended by people: everything is done, or before its time. */
export const EndActions = ({ of }: { of: { id: string; version: number } }) => (
  <>
    <End way="terminate" of={of} />
    <End way="complete" of={of} />
  </>
)
