/** @jsxImportSource preact */
import type { ForgotPasswordPage } from '@/server/api/pages/account/forgot-password'
import { getTranslator } from '@/server/messages/messages'
import { AccountField, AccountForm } from './account-form'
import { PageHeading } from './page-heading'

/** Password reset request; shows the same result for every address, so that it does not reveal accounts. */
export function ForgotPasswordContent({ locale, action, signInHref, email, failure, isSubmitted }: ForgotPasswordPage) {
  const t = getTranslator(locale, 'auth')
  return (
    <>
      {isSubmitted ? (
        <PageHeading title={t('check.title')} lead={t('forgot.asked')} />
      ) : (
        <>
          <PageHeading title={t('forgot.title')} lead={t('forgot.lead')} />
          <AccountForm locale={locale} action={action} failure={failure} submit={t('forgot.submit')}>
            <AccountField
              name="email"
              type="email"
              label={t('email')}
              value={email}
              autoComplete="username"
              failure={failure}
              isDefaultFocus
            />
          </AccountForm>
        </>
      )}
      <p class="soft">
        <a href={signInHref}>{t('forgot.back')}</a>
      </p>
    </>
  )
}
