/** @jsxImportSource preact */
import type { SignInPage } from '@/server/api/pages/account/sign-in'
import { translator } from '@/server/messages/messages'
import { AccountForm, Field, PasskeyButton, PasswordField, ProviderButtons } from './account-form'

export function SignIn({ locale, action, email, failure, signUpHref, forgotHref, notice, ...page }: SignInPage) {
  const t = translator(locale, 'auth')
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
        <Field
          name="email"
          type="email"
          label={t('email')}
          value={email}
          autoComplete="username"
          failure={failure}
          isFirst={email === ''}
        />
        <PasswordField
          locale={locale}
          name="password"
          label={t('password')}
          autoComplete="current-password"
          failure={failure}
          isFirst={email !== ''}
        />
      </AccountForm>
      <PasskeyButton locale={locale} label={t('passkey.submit')} refused={t('passkey.refused')} />
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
