/** @jsxImportSource preact */
import type { SignUpPage } from '@/server/api/pages/account/sign-up'
import { translator } from '@/server/messages/messages'
import { AccountForm, Field, PasswordField, ProviderButtons, TimeZoneField } from './account-form'

export function SignUp(page: SignUpPage) {
  const { locale, signInHref, rule } = page
  const t = translator(locale, 'auth')
  return (
    <>
      <header>
        <h1>{rule.isOpen ? t('signUp.title') : t('signUp.closedTitle')}</h1>
        <p>{rule.isOpen ? t('signUp.lead') : t('signUp.closed')}</p>
      </header>
      {rule.isOpen && <SignUpForm {...page} />}
      {rule.isOpen && <ProviderButtons locale={locale} providers={page.providers} action={page.providerAction} />}
      <p class="soft">
        {t('signUp.other')} <a href={signInHref}>{t('signUp.otherLink')}</a>
      </p>
    </>
  )
}

function SignUpForm({ locale, action, typed, failure, rule: { domains } }: SignUpPage) {
  const t = translator(locale, 'auth')
  const or = new Intl.ListFormat(locale, { type: 'disjunction' })
  return (
    <AccountForm locale={locale} action={action} failure={failure} submit={t('signUp.submit')}>
      <TimeZoneField />
      <Field
        name="name"
        label={t('name')}
        value={typed.name}
        autoComplete="name"
        maxLength={100}
        failure={failure}
        isFirst={typed.name === ''}
      />
      <Field
        name="organizationName"
        label={t('organizationName')}
        help={t('signUp.organizationHelp')}
        value={typed.organizationName}
        autoComplete="organization"
        maxLength={100}
        failure={failure}
      />
      <Field
        name="email"
        type="email"
        label={t('email')}
        help={domains.length > 0 ? t('signUp.domains', { domains: or.format(domains) }) : undefined}
        value={typed.email}
        autoComplete="username"
        failure={failure}
      />
      <PasswordField
        locale={locale}
        name="password"
        label={t('password')}
        help={t('signUp.passwordHelp')}
        autoComplete="new-password"
        maxLength={128}
        failure={failure}
        isFirst={typed.name !== ''}
      />
    </AccountForm>
  )
}
