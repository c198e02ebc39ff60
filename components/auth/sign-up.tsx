/** @jsxImportSource preact */
import type { SignUpPageData } from '@/server/api/pages/account/sign-up'
import { getTranslator } from '@/server/messages/message-catalogue'
import {
  AccountForm,
  EmailField,
  HiddenTimeZoneField,
  NameField,
  NewPasswordField,
  OrganizationField,
  PageHeading,
  ProviderButtons,
} from './account-form'

export function SignUpContent(page: SignUpPageData) {
  const { locale, signInHref, rule } = page
  const t = getTranslator(locale, 'auth')
  return (
    <>
      <PageHeading
        title={rule.isOpen ? t('signUp.title') : t('signUp.closedTitle')}
        lead={rule.isOpen ? t('signUp.lead') : t('signUp.closed')}
      />
      {rule.isOpen && <SignUpForm {...page} />}
      {rule.isOpen && <ProviderButtons {...page} />}
      <p class="soft">
        {t('signUp.other')} <a href={signInHref}>{t('signUp.otherLink')}</a>
      </p>
    </>
  )
}

function SignUpForm(page: SignUpPageData) {
  const { locale, values, failure, rule } = page
  const t = getTranslator(locale, 'auth')
  const domains = new Intl.ListFormat(locale, { type: 'disjunction' }).format(rule.domains)
  return (
    <AccountForm {...page} submit={t('signUp.submit')}>
      <HiddenTimeZoneField />
      <NameField locale={locale} value={values.name} failure={failure} isDefaultFocus={values.name === ''} />
      <OrganizationField locale={locale} value={values.organizationName} failure={failure} />
      <EmailField
        locale={locale}
        help={rule.domains.length > 0 ? t('signUp.domains', { domains }) : undefined}
        value={values.email}
        failure={failure}
      />
      <NewPasswordField {...{ locale, failure }} label={t('password')} isDefaultFocus={values.name !== ''} />
    </AccountForm>
  )
}
