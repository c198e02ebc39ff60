/** @jsxImportSource preact */
import type { ForgotPasswordPageData } from '@/server/api/pages/account/forgot-password'
import { getTranslator } from '@/server/messages/message-catalogue'
import { AccountForm, EmailField, PageHeading } from './account-form'

/** Password reset request; shows the same result for every address, so that it does not reveal accounts. */
export function ForgotPasswordContent(page: ForgotPasswordPageData) {
  const { locale, email, failure } = page
  const t = getTranslator(locale, 'auth')
  return (
    <>
      {page.isSubmitted ? (
        <PageHeading title={t('check.title')} lead={t('forgot.asked')} />
      ) : (
        <>
          <PageHeading title={t('forgot.title')} lead={t('forgot.lead')} />
          <AccountForm {...page} submit={t('forgot.submit')}>
            <EmailField locale={locale} value={email} failure={failure} isDefaultFocus />
          </AccountForm>
        </>
      )}
      <p class="soft">
        <a href={page.signInHref}>{t('forgot.back')}</a>
      </p>
    </>
  )
}
