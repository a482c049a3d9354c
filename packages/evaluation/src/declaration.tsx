import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Bound } from '@zabuni/ui/form'
import { RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import type { Interest } from './queries.ts'

/** What an evaluator or a checker states before any answer is shown; nothing is stated until the person has chosen. */
export const Declaration = ({
  categoryId,
  declare,
}: {
  categoryId: string
  declare: (
    category_id: string,
    body: { interest: Interest; declaration?: string },
  ) => Promise<unknown>
}) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const form = useProblemForm<{ interest: Interest | ''; declaration: string }>({
    defaultValues: { interest: '', declaration: '' },
    submit: async ({ interest, declaration }) => {
      if (!interest) throw new Refused(['interest'])
      await declare(categoryId, { interest, declaration })
      await client.invalidateQueries({ queryKey: keys.category(categoryId) })
      toast('ok', t('declaration.saved'))
    },
  })
  return (
    <Card title={t('declaration.title')}>
      <form noValidate onSubmit={form.onSubmit} className="grid max-w-prose gap-4">
        <p className="text-ink-2">{t('declaration.body')}</p>
        {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
        <Bound form={form} name="interest">
          {({ value, onChange, name, error }) => (
            <RadioGroup
              label={t('declaration.interest')}
              name={name}
              value={value || undefined}
              onChange={onChange}
              error={error}
              options={(['none', 'interest', 'recused'] as const).map((choice) => ({
                value: choice,
                label: t(`declaration.choices.${choice}`),
              }))}
            />
          )}
        </Bound>
        {form.watch('interest') === 'interest' ? (
          <TextareaField
            required
            rows={3}
            label={t('declaration.what')}
            {...form.field('declaration')}
          />
        ) : null}
        <div>
          <Button type="submit" look="primary" busy={form.busy}>
            {t('declaration.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
