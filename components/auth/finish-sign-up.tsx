/** @jsxImportSource preact */
import type { FinishSignUpPage } from '@/server/api/pages/account/finish-sign-up'
import { getTranslator } from '@/server/messages/messages'
import { AccountField, AccountForm, TimeZoneField } from './account-form'
import { PageHeading } from './page-heading'

export function FinishSignUpContent(page: FinishSignUpPage) {
  const { locale, action, email, name, organizationName, mode, signInHref, failure } = page
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
      <AccountForm
        locale={locale}
        action={action}
        failure={failure}
        submit={isJoining ? t('invitation.create') : t('signUp.submit')}
      >
        <AccountField
          name="name"
          label={t('name')}
          value={name}
          autoComplete="name"
          maxLength={100}
          failure={failure}
          isDefaultFocus={name === ''}
        />
        {!isJoining && <TimeZoneField />}
        {!isJoining && (
          <AccountField
            name="organizationName"
            label={t('organizationName')}
            help={t('signUp.organizationHelp')}
            value={organizationName}
            autoComplete="organization"
            maxLength={100}
            failure={failure}
            isDefaultFocus={name !== ''}
          />
        )}
      </AccountForm>
      {otherAccountLink}
    </>
  )
}
