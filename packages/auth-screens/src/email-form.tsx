import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { useState } from 'react'
import { AuthCard } from './layout.tsx'
import { useAuthForm } from './use-auth-form.ts'

/** Asks for an email address and says what was done with it. */
export const EmailForm = ({
  action,
  done,
  send,
  given,
}: {
  action: string
  done: string
  send: (email: string) => Promise<unknown>
  /** An address that is known already; it can be changed. */
  given?: string | undefined
}) => {
  const { t } = useTranslation('auth')
  const [sent, setSent] = useState(false)
  const { form, busy, failure, errors, onSubmit } = useAuthForm({
    check: (v) =>
      v.text('email').trim()
        ? {}
        : ({ email: t('login.requiredUsername') } as Record<string, string>),
    submit: async (v) => {
      await send(v.text('email').trim())
      setSent(true)
    },
  })
  return (
    <AuthCard>
      {sent ? <Banner tone="ok">{done}</Banner> : null}
      <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-5">
        {failure ? <Banner tone="bad">{failure.text}</Banner> : null}
        <InputField
          big
          required
          label={t('login.username')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={given}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email}
        />
        <Button type="submit" look="primary" size="lg" busy={busy}>
          {action}
        </Button>
      </form>
    </AuthCard>
  )
}
