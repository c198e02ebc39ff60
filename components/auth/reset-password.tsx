/** @jsxImportSource preact */
import type { ResetPasswordPage } from '@/server/api/pages/account/reset-password'
import { translator } from '@/server/messages/messages'
import { AccountForm, PasswordField } from './account-form'
import { FailedLink } from './link-error'
import { Heading } from './page-heading'

export function ResetPassword({ locale, found, action, failure }: ResetPasswordPage) {
  const t = translator(locale, 'auth')
  switch (found.state) {
    case 'open':
      return (
        <>
          <Heading title={t('reset.title')} lead={t('reset.lead', { email: found.email })} />
          <AccountForm locale={locale} action={action} failure={failure} submit={t('reset.submit')}>
            {/* Lets password managers store the password for the right account. */}
            <input type="email" name="email" value={found.email} autoComplete="username" hidden readOnly />
            <PasswordField
              locale={locale}
              name="password"
              label={t('reset.password')}
              help={t('signUp.passwordHelp')}
              autoComplete="new-password"
              maxLength={128}
              failure={failure}
              isFirst
            />
          </AccountForm>
        </>
      )
    case 'failed':
      return <FailedLink title={t('reset.title')} message={failure?.message} />
    case 'expired':
    case 'unknown':
      return (
        <>
          <Heading title={t('verify.deadTitle')} lead={t(`reset.${found.state}`)} />
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
          <a class="button primary" href="/forgot-password">
            {t('reset.again')}
          </a>
        </>
      )
  }
}
