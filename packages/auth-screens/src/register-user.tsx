import { useTranslation } from '@zabuni/i18n'
import { InputField } from '@zabuni/ui/field'
import { LegalLinks } from './layout.tsx'
import { PasswordField } from './password-field.tsx'
import type { PartProps } from './register-company.tsx'
import type { Registration } from './register-rules.ts'

/** Part two: the person, the password and the terms. */
export const UserPart = ({ draft, set, faults, country }: PartProps) => {
  const { t } = useTranslation('register')
  const text = (name: 'first_name' | 'last_name' | 'email' | 'user_phone') => ({
    name,
    value: draft[name],
    error: faults[name],
    onChange: (e: { target: { value: string } }) =>
      set({ [name]: e.target.value } as Partial<Registration>),
  })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField
          required
          label={t('firstName')}
          autoComplete="given-name"
          {...text('first_name')}
        />
        <InputField
          required
          label={t('lastName')}
          autoComplete="family-name"
          {...text('last_name')}
        />
      </div>
      <InputField
        required
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('emailHint')}
        {...text('email')}
      />
      <InputField
        required
        label={t('userPhone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={t('phoneHint', { example: country?.phone_example || '254701234567' })}
        {...text('user_phone')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <PasswordField
          required
          label={t('password')}
          name="password"
          autoComplete="new-password"
          hint={t('passwordHint')}
          error={faults.password}
        />
        <PasswordField
          required
          label={t('confirmPassword')}
          name="confirm_password"
          autoComplete="new-password"
          error={faults.confirm_password}
        />
      </div>
      <div className="grid gap-1.5">
        <label className="flex min-h-6 items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            name="agree_terms"
            checked={draft.agree_terms}
            aria-invalid={faults.agree_terms ? true : undefined}
            aria-describedby={faults.agree_terms ? 'terms-error' : undefined}
            onChange={(e) => set({ agree_terms: e.target.checked })}
            className="mt-0.5 size-4.5 shrink-0 accent-brand"
          />
          {t('terms')}
        </label>
        <p className="flex flex-wrap gap-x-4 pl-7 text-sm">
          <LegalLinks />
        </p>
        {faults.agree_terms ? (
          <p id="terms-error" className="text-xs text-bad">
            {faults.agree_terms}
          </p>
        ) : null}
      </div>
    </>
  )
}
