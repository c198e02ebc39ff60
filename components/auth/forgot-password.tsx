/** @jsxImportSource preact */
import type { ForgotPasswordPage } from '@/server/api/pages/account/forgot-password'
import { translator } from '@/server/messages/messages'
import { AccountForm, Field } from './account-form'
import { Heading } from './page-heading'

/** Password reset request; shows the same result for every address, so that it does not reveal accounts. */
export function ForgotPassword({ locale, action, signInHref, email, failure, isAsked }: ForgotPasswordPage) {
  const t = translator(locale, 'auth')
  return (
    <>
      {isAsked ? (
        <Heading title={t('check.title')} lead={t('forgot.asked')} />
      ) : (
        <>
          <Heading title={t('forgot.title')} lead={t('forgot.lead')} />
          <AccountForm locale={locale} action={action} failure={failure} submit={t('forgot.submit')}>
            <Field
              name="email"
              type="email"
              label={t('email')}
              value={email}
              autoComplete="username"
              failure={failure}
              isFirst
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
