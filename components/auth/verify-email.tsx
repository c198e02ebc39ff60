/** @jsxImportSource preact */
import type { VerifyEmailPage } from '@/server/api/pages/account/verify-email'
import { getTranslator } from '@/server/messages/messages'
import { AccountForm } from './account-form'
import { LinkError } from './link-error'
import { PageHeading } from './page-heading'

/** Target of a verification link. Opening it verifies nothing, because mail scanners open links; the button does. */
export function VerifyEmailContent({ locale, link, action, failure }: VerifyEmailPage) {
  const t = getTranslator(locale, 'auth')
  switch (link.state) {
    case 'open':
      return (
        <>
          <PageHeading title={t('verify.title')} lead={t('verify.lead', { email: link.email })} />
          <AccountForm locale={locale} action={action} failure={failure} submit={t('verify.submit')} />
        </>
      )
    case 'verified':
      return (
        <>
          <PageHeading title={t('verify.doneTitle')} lead={t('verify.done')} />
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
          <a class="button primary" href="/">
            {t('verify.open')}
          </a>
        </>
      )
    case 'failed':
      return <LinkError title={t('verify.title')} message={failure?.message} />
    case 'expired':
    case 'unknown':
      return (
        <>
          <PageHeading title={t('verify.deadTitle')} lead={t(`verify.${link.state}`)} />
          <p>
            {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
            <a href="/sign-in">{t('signIn.submit')}</a>
          </p>
        </>
      )
  }
}
