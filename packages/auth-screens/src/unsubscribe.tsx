import { useTranslation } from '@zabuni/i18n'
import { loginHref } from '@zabuni/routing/guard'
import { Anchor, useNav } from '@zabuni/routing/ui/nav'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { AuthLayout, linkClass } from './layout.tsx'
import { MailKinds } from './mail-kinds.tsx'
import { unsubscribe } from './queries.ts'
import { useAuthForm } from './use-auth-form.ts'

/** A link in every mail leads here; a button, so that a mail scanner that opens links changes nothing. */
export default function Unsubscribe() {
  const { t } = useTranslation('account')
  const go = useNav()
  const token = new URLSearchParams(location.search).get('token')
  const { form, busy, failure, onSubmit } = useAuthForm({
    check: () => ({}),
    submit: async () => {
      await unsubscribe({ token: token ?? '' })
      go('/unsubscribed', { replace: true })
    },
  })
  return (
    <AuthLayout title={t('unsubscribe.title')} subtitle={t('unsubscribe.body')}>
      {token ? (
        <form ref={form} onSubmit={onSubmit} className="grid gap-5">
          {failure ? <Banner tone="bad">{failure.text}</Banner> : null}
          <MailKinds />
          <Button type="submit" look="primary" size="lg" busy={busy}>
            {t('unsubscribe.submit')}
          </Button>
          <p className="text-center text-sm">
            <Anchor href={loginHref('/profile')} className={linkClass}>
              {t('unsubscribe.choose')}
            </Anchor>
          </p>
        </form>
      ) : (
        <Banner tone="warn">{t('unsubscribe.invalid')}</Banner>
      )}
    </AuthLayout>
  )
}
