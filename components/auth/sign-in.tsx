/** @jsxImportSource preact */
import type { SignInPageData } from '@/server/api/pages/account/sign-in'
import { getTranslator } from '@/server/messages/message-catalogue'
import {
  AccountForm,
  AccountPasswordField,
  EmailField,
  PageHeading,
  PasskeyButton,
  ProviderButtons,
} from './account-form'

export function SignInContent(page: SignInPageData) {
  const { locale, email, failure, signUpHref, forgotHref, notice } = page
  const t = getTranslator(locale, 'auth')
  return (
    <>
      <PageHeading title={t('signIn.title')} lead={t('signIn.lead')} />
      {notice !== null && (
        <div class="callout neutral" role="status">
          <p>{t(`signIn.notices.${notice}`)}</p>
        </div>
      )}
      <AccountForm {...page} submit={t('signIn.submit')}>
        <EmailField locale={locale} value={email} failure={failure} isDefaultFocus={email === ''} />
        <AccountPasswordField
          locale={locale}
          name="password"
          label={t('password')}
          autoComplete="current-password"
          failure={failure}
          isDefaultFocus={email !== ''}
        />
      </AccountForm>
      <PasskeyButton locale={locale} label={t('passkey.submit')} />
      <ProviderButtons {...page} />
      <div class="stack soft">
        <p>
          <a href={forgotHref}>{t('signIn.forgot')}</a>
        </p>
        {signUpHref !== null && (
          <p>
            {t('signIn.other')} <a href={signUpHref}>{t('signIn.otherLink')}</a>
          </p>
        )}
      </div>
    </>
  )
}
