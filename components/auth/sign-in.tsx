/** @jsxImportSource preact */
import type { SignInPage } from '@/server/api/pages/account/sign-in'
import { getTranslator } from '@/server/messages/messages'
import { AccountField, AccountForm, AccountPasswordField, PasskeyButton, ProviderButtons } from './account-form'

export function SignInContent({ locale, action, email, failure, signUpHref, forgotHref, notice, ...page }: SignInPage) {
  const t = getTranslator(locale, 'auth')
  return (
    <>
      <header>
        <h1>{t('signIn.title')}</h1>
        <p>{t('signIn.lead')}</p>
      </header>
      {notice !== null && (
        <div class="callout neutral" role="status">
          <p>{t(`signIn.notices.${notice}`)}</p>
        </div>
      )}
      <AccountForm locale={locale} action={action} failure={failure} submit={t('signIn.submit')}>
        <AccountField
          name="email"
          type="email"
          label={t('email')}
          value={email}
          autoComplete="username"
          failure={failure}
          isDefaultFocus={email === ''}
        />
        <AccountPasswordField
          locale={locale}
          name="password"
          label={t('password')}
          autoComplete="current-password"
          failure={failure}
          isDefaultFocus={email !== ''}
        />
      </AccountForm>
      <PasskeyButton locale={locale} label={t('passkey.submit')} refusedMessage={t('passkey.refused')} />
      <ProviderButtons locale={locale} providers={page.providers} action={page.providerAction} />
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
