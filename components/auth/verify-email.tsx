/** @jsxImportSource preact */
import type { VerifyEmailPage } from '@/server/api/pages/account/verify-email'
import { translator } from '@/server/messages/messages'
import { AccountForm } from './account-form'
import { FailedLink } from './link-error'
import { Heading } from './page-heading'

/** Target of a verification link. Opening it verifies nothing, because mail scanners open links; the button does. */
export function VerifyEmail({ locale, found, action, failure }: VerifyEmailPage) {
  const t = translator(locale, 'auth')
  switch (found.state) {
    case 'open':
      return (
        <>
          <Heading title={t('verify.title')} lead={t('verify.lead', { email: found.email })} />
          <AccountForm locale={locale} action={action} failure={failure} submit={t('verify.submit')} />
        </>
      )
    case 'verified':
      return (
        <>
          <Heading title={t('verify.doneTitle')} lead={t('verify.done')} />
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
          <a class="button primary" href="/">
            {t('verify.open')}
          </a>
        </>
      )
    case 'failed':
      return <FailedLink title={t('verify.title')} message={failure?.message} />
    case 'expired':
    case 'unknown':
      return (
        <>
          <Heading title={t('verify.deadTitle')} lead={t(`verify.${found.state}`)} />
          <p>
            {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
            <a href="/sign-in">{t('signIn.submit')}</a>
          </p>
        </>
      )
  }
}
