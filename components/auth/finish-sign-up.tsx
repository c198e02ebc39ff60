/** @jsxImportSource preact */
import type { FinishSignUpPage } from '@/server/api/pages/account/finish-sign-up'
import { translator } from '@/server/messages/messages'
import { AccountForm, Field, TimeZoneField } from './account-form'
import { Heading } from './page-heading'

export function FinishSignUp(page: FinishSignUpPage) {
  const { locale, action, email, name, organizationName, mode, signInHref, failure } = page
  const t = translator(locale, 'auth')
  const otherAccountLink = (
    <p class="soft">
      <a href={signInHref}>{t('finish.other')}</a>
    </p>
  )
  if (mode.kind === 'closed')
    return (
      <>
        <Heading title={t('finish.closedTitle')} lead={t('finish.closed', { email: email ?? 'none' })} />
        {otherAccountLink}
      </>
    )
  const isJoining = mode.kind === 'join'
  return (
    <>
      <Heading
        title={isJoining ? t('invitation.openTitle', { organization: mode.organization }) : t('finish.title')}
        lead={t('finish.lead', { email: email ?? 'none' })}
      />
      <AccountForm
        locale={locale}
        action={action}
        failure={failure}
        submit={isJoining ? t('invitation.create') : t('signUp.submit')}
      >
        <Field
          name="name"
          label={t('name')}
          value={name}
          autoComplete="name"
          maxLength={100}
          failure={failure}
          isFirst={name === ''}
        />
        {!isJoining && <TimeZoneField />}
        {!isJoining && (
          <Field
            name="organizationName"
            label={t('organizationName')}
            help={t('signUp.organizationHelp')}
            value={organizationName}
            autoComplete="organization"
            maxLength={100}
            failure={failure}
            isFirst={name !== ''}
          />
        )}
      </AccountForm>
      {otherAccountLink}
    </>
  )
}
