import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { cx } from '@zabuni/ui/cx'
import { menuLine, Popover } from '@zabuni/ui/popover'
import { setTheme, type Theme, useTheme } from '@zabuni/ui/theme'
import { KeyRoundIcon, LogOutIcon, MonitorIcon, MoonIcon, SunIcon, UserIcon } from 'lucide-react'
import { Link } from 'react-router'
import { signOut } from './sign-out.ts'

const themes = [
  ['light', SunIcon],
  ['dark', MoonIcon],
  ['system', MonitorIcon],
] as const satisfies readonly (readonly [Theme, typeof SunIcon])[]

const Line = () => <hr className="mx-1 my-1 border-line" />

/** Who is signed in, the theme, and the way out. */
export const AccountMenu = () => {
  const { t } = useTranslation()
  const chosen = useTheme()
  const who = session()
  const name = [who?.first_name, who?.last_name].filter(Boolean).join(' ')
  const initials = [who?.first_name, who?.last_name].map((part) => part?.trim().charAt(0)).join('')
  return (
    <Popover
      label={t('shell.account')}
      trigger={
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-brand-soft text-xs font-semibold text-brand"
        >
          {initials}
        </span>
      }
    >
      {(close) => (
        <div className="w-60 p-1">
          <div className="px-2 py-1.5 text-sm text-ink-2">
            <span className="block font-semibold text-ink">{name}</span>
            <span className="block truncate text-xs">{who?.email}</span>
          </div>
          <Line />
          <Link to="/profile" onClick={close} className={menuLine}>
            <UserIcon aria-hidden="true" size={16} />
            {t('shell.profile')}
          </Link>
          <Link to="/change-password" onClick={close} className={menuLine}>
            <KeyRoundIcon aria-hidden="true" size={16} />
            {t('shell.changePassword')}
          </Link>
          <Line />
          <fieldset className="px-2 py-1">
            <legend className="sr-only">{t('theme.label')}</legend>
            <div className="grid grid-cols-3 gap-1 rounded-md bg-sunken p-0.5">
              {themes.map(([value, Icon]) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={chosen === value}
                  aria-label={t(`theme.${value}`)}
                  title={t(`theme.${value}`)}
                  onClick={() => setTheme(value)}
                  className={cx(
                    'grid h-7 place-items-center rounded-sm',
                    chosen === value
                      ? 'bg-surface text-ink shadow-xs'
                      : 'text-ink-3 hover:text-ink',
                  )}
                >
                  <Icon aria-hidden="true" size={15} />
                </button>
              ))}
            </div>
          </fieldset>
          <Line />
          <button type="button" onClick={() => void signOut()} className={menuLine}>
            <LogOutIcon aria-hidden="true" size={16} />
            {t('shell.logout')}
          </button>
        </div>
      )}
    </Popover>
  )
}
