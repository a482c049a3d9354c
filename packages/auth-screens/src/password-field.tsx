import { useTranslation } from '@zabuni/i18n'
import { InputField } from '@zabuni/ui/field'
import { type ComponentProps, useState } from 'react'

/** A password that can be looked at; paste and password managers work. */
export const PasswordField = (props: Omit<ComponentProps<typeof InputField>, 'type' | 'end'>) => {
  const { t } = useTranslation('auth')
  const [visible, setVisible] = useState(false)
  return (
    <InputField
      {...props}
      type={visible ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-pressed={visible}
          aria-label={visible ? t('login.hidePassword') : t('login.showPassword')}
          onClick={() => setVisible(!visible)}
          className="grid size-9 place-items-center rounded-md text-ink-3 hover:text-ink"
        >
          <svg
            aria-hidden="true"
            viewBox="0 0 24 24"
            className="size-4.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7Z" />
            <circle cx="12" cy="12" r="3" />
            {visible ? <path d="m4 4 16 16" /> : null}
          </svg>
        </button>
      }
    />
  )
}
