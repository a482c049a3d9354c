import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { loadSession, type Session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { LANGUAGE_CODES } from '@zabuni/i18n/languages'
import { useProof } from '@zabuni/routing/ui/proof'
import { Drawer } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { FormFrame } from '@zabuni/ui/form'
import { LanguageField } from '@zabuni/ui/language-field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import * as z from 'zod/mini'
import { updateOwn } from './queries.ts'

const Form = ({ who, onClose }: { who: Session; onClose: () => void }) => {
  const { t } = useTranslation(['account', 'common', 'errors'])
  const { withProof, proofDialog } = useProof()
  const needed = z
    .string()
    .check(z.trim(), z.minLength(1, t('errors:field.required', { keySeparator: false })))
  const form = useProblemForm({
    resolver: standardSchemaResolver(
      z.object({
        first_name: needed,
        last_name: needed,
        phone: z.string(),
        language: z.enum(LANGUAGE_CODES),
      }),
    ),
    defaultValues: {
      first_name: who.first_name,
      last_name: who.last_name,
      phone: who.phone,
      language: who.language,
    },
    submit: async (body) => {
      await withProof(() => updateOwn(body))
      await loadSession()
      toast('ok', t('profile.saved'))
      onClose()
    },
  })
  return (
    <>
      <FormFrame form={form} back={onClose}>
        <InputField
          required
          autoComplete="given-name"
          label={t('profile.firstName')}
          {...form.field('first_name')}
        />
        <InputField
          required
          autoComplete="family-name"
          label={t('profile.lastName')}
          {...form.field('last_name')}
        />
        <InputField
          type="tel"
          autoComplete="tel"
          label={t('profile.phone')}
          hint={t('profile.phoneHint')}
          {...form.field('phone')}
        />
        <LanguageField label={t('profile.language')} {...form.field('language')} />
      </FormFrame>
      {proofDialog}
    </>
  )
}

/** One's own name, phone and language. */
export const OwnDetails = ({
  who,
  open,
  onClose,
}: {
  who: Session
  open: boolean
  onClose: () => void
}) => {
  const { t } = useTranslation('account')
  return (
    <Drawer open={open} onClose={onClose} title={t('profile.editTitle')}>
      <Form who={who} onClose={onClose} />
    </Drawer>
  )
}
