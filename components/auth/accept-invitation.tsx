/** @jsxImportSource preact */
import type { InvitationPage } from '@/server/api/pages/account/invitation'
import { getTranslator } from '@/server/messages/messages'
import { ErrorIcon } from '../static-page/icons'
import { AccountField, AccountForm, AccountPasswordField, ProviderButtons } from './account-form'
import { PageHeading } from './page-heading'

type PendingInvitation = Extract<InvitationPage['invitation'], { state: 'open' }>

/** Target of an invitation link. Opening it does not join, because mail scanners open links; the button does. */
export function AcceptInvitationContent(page: InvitationPage) {
  const { locale, invitation, failure } = page
  const t = getTranslator(locale, 'auth')
  switch (invitation.state) {
    case 'open':
      return <OpenInvitation page={page} invitation={invitation} />
    case 'failed':
      return (
        <>
          <PageHeading title={t('invitation.title')} />
          <div class="callout negative" role="alert">
            <ErrorIcon />
            <p>{failure?.message}</p>
          </div>
        </>
      )
    default:
      return (
        <>
          <PageHeading title={t('invitation.deadTitle')} lead={t(`invitation.${invitation.state}`)} />
          <p>
            {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
            <a href="/sign-in">{t('signIn.submit')}</a>
          </p>
        </>
      )
  }
}

function OpenInvitation({ page, invitation }: { page: InvitationPage; invitation: PendingInvitation }) {
  const t = getTranslator(page.locale, 'auth')
  const { organization, invitedBy, role, email } = invitation
  const who = invitedBy === null ? 'nobody' : 'somebody'
  return (
    <>
      <PageHeading
        title={t('invitation.openTitle', { organization })}
        lead={t('invitation.lead', { who, inviter: invitedBy ?? '', role, email })}
      />
      <JoinOptions page={page} invitation={invitation} />
    </>
  )
}

/** Signed in with the invited address, with another one, or signed out with or without an account. */
function JoinOptions({ page, invitation }: { page: InvitationPage; invitation: PendingInvitation }) {
  const { locale, action, failure, signedInAs, signInHref, name } = page
  const t = getTranslator(locale, 'auth')
  const form = { locale, action, failure }
  if (signedInAs === invitation.email) return <AccountForm {...form} submit={t('invitation.join')} />
  if (signedInAs !== null)
    return (
      <>
        <p>{t('invitation.other', { signedInAs, email: invitation.email })}</p>
        <AccountForm {...form} submit={t('invitation.leave')}>
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
      <AccountForm {...form} submit={t('invitation.create')}>
        <AccountField
          name="name"
          label={t('name')}
          value={name}
          autoComplete="name"
          maxLength={100}
          failure={failure}
          isDefaultFocus={name === ''}
        />
        {/* Lets password managers store the password for the right account. */}
        <input type="email" name="email" value={invitation.email} autoComplete="username" hidden readOnly />
        <AccountPasswordField
          locale={locale}
          name="password"
          label={t('password')}
          help={t('signUp.passwordHelp')}
          autoComplete="new-password"
          maxLength={128}
          failure={failure}
          isDefaultFocus={name !== ''}
        />
      </AccountForm>
      <ProviderButtons locale={locale} providers={page.providers} action={page.providerAction} />
    </>
  )
}
