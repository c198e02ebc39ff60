/** @jsxImportSource preact */
import type { FinishSignUpPageData } from '@/server/api/pages/account/finish-sign-up'
import { getTranslator } from '@/server/messages/message-catalogue'
import { AccountForm, HiddenTimeZoneField, NameField, OrganizationField, PageHeading } from './account-form'

export function FinishSignUpContent(page: FinishSignUpPageData) {
  const { locale, email, name, organizationName, mode, signInHref, failure } = page
  const t = getTranslator(locale, 'auth')
  const otherAccountLink = (
    <p class="soft">
      <a href={signInHref}>{t('finish.other')}</a>
    </p>
  )
  if (mode.kind === 'closed')
    return (
      <>
        <PageHeading title={t('finish.closedTitle')} lead={t('finish.closed', { email: email ?? 'none' })} />
        {otherAccountLink}
      </>
    )
  const isJoining = mode.kind === 'join'
  return (
    <>
      <PageHeading
        title={isJoining ? t('invitation.openTitle', { organization: mode.organization }) : t('finish.title')}
        lead={t('finish.lead', { email: email ?? 'none' })}
      />
      <AccountForm {...page} submit={isJoining ? t('invitation.create') : t('signUp.submit')}>
        <NameField locale={locale} value={name} failure={failure} isDefaultFocus={name === ''} />
        {!isJoining && <HiddenTimeZoneField />}
        {!isJoining && (
          <OrganizationField {...{ locale, failure }} value={organizationName} isDefaultFocus={name !== ''} />
        )}
      </AccountForm>
      {otherAccountLink}
    </>
  )
}
