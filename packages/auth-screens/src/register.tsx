import { data } from '@zabuni/api/client'
import { ApiError } from '@zabuni/api/error'
import { api, type Schemas } from '@zabuni/api/supplier'
import { i18n, useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { loginHref } from '@zabuni/routing/guard'
import { Anchor } from '@zabuni/routing/ui/nav'
import { Banner } from '@zabuni/ui/banner'
import { Button, buttonClass } from '@zabuni/ui/button'
import { type FormEvent, useRef, useState } from 'react'
import { useDraft } from './draft.ts'
import { intended, keepIntended } from './intended.ts'
import { AuthCard, AuthLayout, linkClass } from './layout.tsx'
import { passwordFaults } from './password-rule.ts'
import { register } from './queries.ts'
import { CompanyPart } from './register-company.tsx'
import {
  checkCompany,
  checkUser,
  EMPTY,
  type Faults,
  fieldOf,
  plainPhone,
  type Registration,
} from './register-rules.ts'
import { UserPart } from './register-user.tsx'
import { useOnce } from './use-once.ts'

const DRAFT = 'zabuni.register'

/** Supplier registration: the company, then the person. */
export default function Register() {
  const { t } = useTranslation(['register', 'auth'])
  const [draft, setDraft, clearDraft] = useDraft<Registration>(DRAFT, EMPTY)
  const [part, setPart] = useState<'company' | 'user'>('company')
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const countries = useOnce(async () => (await data(api.GET('/core/countries/'))).items)
  const known: readonly Schemas['Country'][] = countries.state === 'done' ? countries.value : []
  const country = known.find((c) => c.id === draft.country)
  const set = (patch: Partial<Registration>) => setDraft({ ...draft, ...patch })

  const show = (next: Faults) => {
    setFaults(next)
    const name = Object.keys(next)[0]
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(),
    )
  }
  const turn = (to: 'company' | 'user') => {
    setPart(to)
    setFaults({})
    scrollTo(0, 0)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('h2')?.focus())
  }

  const submit = async (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault()
    if (busy) return
    setFailure(undefined)
    if (part === 'company') {
      const next = checkCompany(draft)
      if (Object.keys(next).length) return show(next)
      return turn('user')
    }
    const fields = new FormData(e.currentTarget)
    const password = String(fields.get('password') ?? '')
    const confirm = String(fields.get('confirm_password') ?? '')
    const next = { ...checkUser(draft), ...passwordFaults(password, confirm) }
    if (!draft.agree_terms) next.agree_terms = i18n.t('identity.terms', { ns: 'errors' })
    if (Object.keys(next).length) return show(next)
    setBusy(true)
    try {
      const { user_phone, first_name, last_name, email, agree_terms, company_type, ...rest } = draft
      if (!company_type) return turn('company')
      const company = { ...rest, company_type }
      const user = { first_name, last_name, email: email.trim(), phone: plainPhone(user_phone) }
      company.phone = plainPhone(company.phone)
      const answer = await data(
        register({ company, user: { ...user, password, confirm_password: confirm }, agree_terms }),
      )
      clearDraft()
      keepIntended()
      setSentTo(answer.email)
    } catch (error) {
      const list = error instanceof ApiError ? (error.problem?.errors ?? []) : []
      const byField: Faults = Object.fromEntries(
        list.map((f) => [fieldOf(f.pointer), faultText(f, i18n)]),
      )
      if (list.some((f) => f.pointer.includes('/company/'))) turn('company')
      if (list.length) show(byField)
      else setFailure(problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }

  if (sentTo)
    return (
      <AuthLayout
        title={t('doneTitle')}
        subtitle={t('doneBody', { email: sentTo })}
        footer={
          <Anchor href="/resend_activation/email" className={linkClass}>
            {t('auth:login.resendActivation')}
          </Anchor>
        }
      >
        <Anchor href={loginHref(intended())} className={buttonClass('primary', 'lg')}>
          {t('auth:layout.toLogin')}
        </Anchor>
      </AuthLayout>
    )
  const count = Object.keys(faults).length
  return (
    <AuthLayout
      wide
      title={t('title')}
      subtitle={t('subtitle')}
      footer={
        <p className="text-center">
          {t('haveAccount')}{' '}
          <Anchor href={loginHref(intended())} className={linkClass}>
            {t('auth:login.submit')}
          </Anchor>
        </p>
      }
    >
      <AuthCard>
        <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
          <header className="grid gap-2">
            <div className="grid grid-cols-2 gap-1.5" aria-hidden="true">
              <span className="h-1 rounded-full bg-brand" />
              <span className={`h-1 rounded-full ${part === 'user' ? 'bg-brand' : 'bg-line'}`} />
            </div>
            <p className="text-xs text-ink-3">
              {t('step', { step: part === 'company' ? 1 : 2, steps: 2 })}
            </p>
            <h2 tabIndex={-1} className="text-lg font-semibold outline-none">
              {part === 'company' ? t('partCompany') : t('partUser')}
            </h2>
          </header>
          {failure ? <Banner tone="bad">{failure}</Banner> : null}
          {countries.state === 'failed' ? (
            <Banner tone="bad">{problemText(countries.error, i18n)}</Banner>
          ) : null}
          {count ? (
            <Banner tone="bad">
              {i18n.t('errors.summary', { ns: 'common' })}
              {' · '}
              {i18n.t('errors.count', { ns: 'common', count })}
            </Banner>
          ) : null}
          {part === 'company' ? (
            <CompanyPart
              draft={draft}
              set={set}
              faults={faults}
              countries={known}
              country={country}
            />
          ) : (
            <UserPart draft={draft} set={set} faults={faults} country={country} />
          )}
          <div className="flex gap-3">
            {part === 'user' ? (
              <Button size="lg" onClick={() => turn('company')}>
                {i18n.t('actions.back', { ns: 'common' })}
              </Button>
            ) : null}
            <Button type="submit" look="primary" size="lg" busy={busy} className="flex-1">
              {part === 'company' ? t('continue') : busy ? t('submitting') : t('submit')}
            </Button>
          </div>
        </form>
      </AuthCard>
    </AuthLayout>
  )
}
