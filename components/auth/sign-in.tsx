/** @jsxImportSource preact */
import type { SignInPage } from '@/server/api/account-pages/sign-in'
import { translator } from '@/server/messages/messages'
import { AccountForm, Field, PasswordField } from './form-parts'

/** Email address and password; afterwards the page that was asked for. */
export function SignIn({ locale, action, email, failure, signUpHref }: SignInPage) {
  const t = translator(locale, 'auth')
  return (
    <>
      <header>
        <h1>{t('signIn.title')}</h1>
        <p>{t('signIn.lead')}</p>
      </header>
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
      {signUpHref !== null && (
        <p class="soft">
          {t('signIn.other')} <a href={signUpHref}>{t('signIn.otherLink')}</a>
        </p>
      )}
    </>
  )
}
