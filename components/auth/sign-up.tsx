/** @jsxImportSource preact */
import type { SignUpPage } from '@/server/api/pages/account/sign-up'
import { getTranslator } from '@/server/messages/messages'
import { AccountField, AccountForm, AccountPasswordField, ProviderButtons, TimeZoneField } from './account-form'

export function SignUpContent(page: SignUpPage) {
  const { locale, signInHref, rule } = page
  const t = getTranslator(locale, 'auth')
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

function SignUpForm({ locale, action, values, failure, rule: { domains } }: SignUpPage) {
  const t = getTranslator(locale, 'auth')
  const or = new Intl.ListFormat(locale, { type: 'disjunction' })
  return (
    <AccountForm locale={locale} action={action} failure={failure} submit={t('signUp.submit')}>
      <TimeZoneField />
      <AccountField
        name="name"
        label={t('name')}
        value={values.name}
        autoComplete="name"
        maxLength={100}
        failure={failure}
        isDefaultFocus={values.name === ''}
      />
      <AccountField
        name="organizationName"
        label={t('organizationName')}
        help={t('signUp.organizationHelp')}
        value={values.organizationName}
        autoComplete="organization"
        maxLength={100}
        failure={failure}
      />
      <AccountField
        name="email"
        type="email"
        label={t('email')}
        help={domains.length > 0 ? t('signUp.domains', { domains: or.format(domains) }) : undefined}
        value={values.email}
        autoComplete="username"
        failure={failure}
      />
      <AccountPasswordField
        locale={locale}
        name="password"
        label={t('password')}
        help={t('signUp.passwordHelp')}
        autoComplete="new-password"
        maxLength={128}
        failure={failure}
        isDefaultFocus={values.name !== ''}
      />
    </AccountForm>
  )
}
