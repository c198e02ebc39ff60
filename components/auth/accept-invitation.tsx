/** @jsxImportSource preact */
import type { InvitationPage } from '@/server/api/pages/account/invitation'
import { translator } from '@/server/messages/messages'
import { FaultIcon } from '../static-page/icons'
import { AccountForm, Field, PasswordField, ProviderButtons } from './account-form'
import { Heading } from './page-heading'

type PendingInvitation = Extract<InvitationPage['found'], { state: 'open' }>

/** Target of an invitation link. Opening it does not join, because mail scanners open links; the button does. */
export function Invitation(page: InvitationPage) {
  const { locale, found, failure } = page
  const t = translator(locale, 'auth')
  switch (found.state) {
    case 'open':
      return <OpenInvitation page={page} invitation={found} />
    case 'failed':
      return (
        <>
          <Heading title={t('invitation.title')} />
          <div class="callout negative" role="alert">
            <FaultIcon />
            <p>{failure?.message}</p>
          </div>
        </>
      )
    default:
      return (
        <>
          <Heading title={t('invitation.deadTitle')} lead={t(`invitation.${found.state}`)} />
          <p>
            {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
            <a href="/sign-in">{t('signIn.submit')}</a>
          </p>
        </>
      )
  }
}

function OpenInvitation({ page, invitation }: { page: InvitationPage; invitation: PendingInvitation }) {
  const t = translator(page.locale, 'auth')
  const { organization, invitedBy, role, email } = invitation
  const who = invitedBy === null ? 'nobody' : 'somebody'
  return (
    <>
      <Heading
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
  const t = translator(locale, 'auth')
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
        <Field
          name="name"
          label={t('name')}
          value={name}
          autoComplete="name"
          maxLength={100}
          failure={failure}
          isFirst={name === ''}
        />
        {/* Lets password managers store the password for the right account. */}
        <input type="email" name="email" value={invitation.email} autoComplete="username" hidden readOnly />
        <PasswordField
          locale={locale}
          name="password"
          label={t('password')}
          help={t('signUp.passwordHelp')}
          autoComplete="new-password"
          maxLength={128}
          failure={failure}
          isFirst={name !== ''}
        />
      </AccountForm>
      <ProviderButtons locale={locale} providers={page.providers} action={page.providerAction} />
    </>
  )
}
