/** @jsxImportSource preact */
import type { ResetPasswordPage } from '@/server/api/pages/account/reset-password'
import { getTranslator } from '@/server/messages/messages'
import { AccountForm, AccountPasswordField } from './account-form'
import { LinkError } from './link-error'
import { PageHeading } from './page-heading'

export function ResetPasswordContent({ locale, link, action, failure }: ResetPasswordPage) {
  const t = getTranslator(locale, 'auth')
  switch (link.state) {
    case 'open':
      return (
        <>
          <PageHeading title={t('reset.title')} lead={t('reset.lead', { email: link.email })} />
          <AccountForm locale={locale} action={action} failure={failure} submit={t('reset.submit')}>
            {/* Lets password managers store the password for the right account. */}
            <input type="email" name="email" value={link.email} autoComplete="username" hidden readOnly />
            <AccountPasswordField
              locale={locale}
              name="password"
              label={t('reset.password')}
              help={t('signUp.passwordHelp')}
              autoComplete="new-password"
              maxLength={128}
              failure={failure}
              isDefaultFocus
            />
          </AccountForm>
        </>
      )
    case 'failed':
      return <LinkError title={t('reset.title')} message={failure?.message} />
    case 'expired':
    case 'unknown':
      return (
        <>
          <PageHeading title={t('verify.deadTitle')} lead={t(`reset.${link.state}`)} />
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
          <a class="button primary" href="/forgot-password">
            {t('reset.again')}
          </a>
        </>
      )
  }
}
