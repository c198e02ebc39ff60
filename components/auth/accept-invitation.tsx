/** @jsxImportSource preact */
import type { InvitationPageData } from '@/server/api/pages/account/invitation'
import { getTranslator } from '@/server/messages/message-catalogue'
import {
  AccountForm,
  NameField,
  NewPasswordField,
  PageHeading,
  PageHeadingWithError,
  PageHeadingWithSignInLink,
  ProviderButtons,
} from './account-form'

type PendingInvitation = Extract<InvitationPageData['invitation'], { state: 'open' }>

/** Target of an invitation link. Opening it does not join, because mail scanners open links; the button does. */
export function AcceptInvitationContent(page: InvitationPageData) {
  const { locale, invitation, failure } = page
  const t = getTranslator(locale, 'auth')
  switch (invitation.state) {
    case 'open':
      return (
        <>
          <PageHeading
            title={t('invitation.openTitle', { organization: invitation.organization })}
            lead={t('invitation.lead', {
              who: invitation.invitedBy === null ? 'none' : 'named',
              inviter: invitation.invitedBy ?? '',
              role: invitation.role,
              email: invitation.email,
            })}
          />
          <JoinOptions page={page} invitation={invitation} />
        </>
      )
    case 'failed':
      return <PageHeadingWithError title={t('invitation.title')} message={failure?.message} />
    default:
      return (
        <PageHeadingWithSignInLink
          locale={locale}
          title={t('invitation.deadTitle')}
          lead={t(`invitation.${invitation.state}`)}
        />
      )
  }
}

/** Signed in with the invited address, with another one, or signed out with or without an account. */
function JoinOptions({ page, invitation }: { page: InvitationPageData; invitation: PendingInvitation }) {
  const { locale, failure, signedInAs, signInHref, name } = page
  const t = getTranslator(locale, 'auth')
  if (signedInAs === invitation.email) return <AccountForm {...page} submit={t('invitation.join')} />
  if (signedInAs !== null)
    return (
      <>
        <p>{t('invitation.other', { signedInAs, email: invitation.email })}</p>
        <AccountForm {...page} submit={t('invitation.leave')}>
          <input type="hidden" name="leave" value="1" />
        </AccountForm>
      </>
    )
  if (invitation.hasAccount)
    return (
      <a class="button primary" href={signInHref}>
        {t('invitation.signIn')}
      </a>
    )
  return (
    <>
      <AccountForm {...page} submit={t('invitation.create')}>
        <NameField locale={locale} value={name} failure={failure} isDefaultFocus={name === ''} />
        <NewPasswordField
          {...{ locale, failure }}
          label={t('password')}
          email={invitation.email}
          isDefaultFocus={name !== ''}
        />
      </AccountForm>
      <ProviderButtons {...page} />
    </>
  )
}
