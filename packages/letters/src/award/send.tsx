import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { Drawer } from '@zabuni/ui/dialog'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { Checkbox, RadioGroup } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { SendIcon } from 'lucide-react'
import { useState } from 'react'
import { useLetterLanguage } from '../parts.tsx'
import { categoryKey, type Standing, sendLetters } from '../queries.ts'
import type { Kind } from '../slots.ts'

type Values = { kind: Kind; supplier_ids: string[] }

/** Letters beside the decision, to bidders that one chooses. */
export const SendLetters = ({ standing }: { standing: Standing }) => {
  const { t } = useTranslation(['letters', 'common'])
  const cache = useQueryClient()
  const language = useLetterLanguage()
  const [open, setOpen] = useState(false)
  // The same letters to the same bidders are one intent until they are known to have gone out.
  const [keys, setKeys] = useState(() => new Map<string, string>())
  const keyOf = (intent: string) => {
    const key = keys.get(intent) ?? crypto.randomUUID()
    keys.set(intent, key)
    return key
  }
  const form = useProblemForm<Values>({
    defaultValues: { kind: 'custom', supplier_ids: [] },
    submit: async (values) => {
      const body = { ...values, language }
      const { sent } = await sendLetters(standing.category_id, body, keyOf(JSON.stringify(body)))
      setKeys(new Map())
      await cache.invalidateQueries({ queryKey: categoryKey(standing.category_id) })
      toast('ok', t('send.done', { count: sent }))
      form.reset()
      setOpen(false)
    },
  })
  const chosen = form.watch('supplier_ids')
  const toggle = (id: string) =>
    form.setValue(
      'supplier_ids',
      chosen.includes(id) ? chosen.filter((c) => c !== id) : [...chosen, id],
    )
  return (
    <>
      <Button icon={<SendIcon aria-hidden="true" size={16} />} onClick={() => setOpen(true)}>
        {t('send.open')}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('send.title')}
        description={t('send.body')}
      >
        <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
          <ErrorSummary form={form} />
          <RadioGroup
            label={t('columns.kind')}
            name="kind"
            value={form.watch('kind')}
            onChange={(value) => form.setValue('kind', value as Kind)}
            options={(['custom', 'dd'] as const).map((k) => ({
              value: k,
              label: t(`kinds.${k}`),
            }))}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm font-medium">{t('send.to')}</legend>
            {standing.bids.map((b) => (
              <Checkbox
                key={b.supplier_id}
                name="supplier_ids"
                label={b.supplier_name}
                checked={chosen.includes(b.supplier_id)}
                onChange={() => toggle(b.supplier_id)}
              />
            ))}
          </fieldset>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{t('common:actions.cancel')}</Button>
            <Button type="submit" look="primary" busy={form.busy} disabled={!chosen.length}>
              {t('send.act', { count: chosen.length })}
            </Button>
          </div>
        </form>
      </Drawer>
    </>
  )
}
