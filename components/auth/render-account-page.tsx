/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { ProviderRedirectPageData } from '@/server/api/pages/account/provider-sign-in'
import { getTranslator } from '@/server/messages/message-catalogue'
import { renderStaticPage } from '../static-page/static-page'
import { AcceptInvitationContent } from './accept-invitation'
import { PageHeading } from './account-form'
import { ACCOUNT_STYLE } from './account-style'
import { CheckEmailContent } from './check-email'
import {
  ConfirmEmailChangeContent,
  ConfirmReplyToContent,
  ResetPasswordContent,
  RevokeCredentialContent,
  VerifyEmailContent,
} from './emailed-link-pages'
import { FinishSignUpContent } from './finish-sign-up'
import { ForgotPasswordContent } from './forgot-password'
import { SignInContent } from './sign-in'
import { SignUpContent } from './sign-up'
import { TwoFactorContent } from './two-factor'

const TITLES = {
  signIn: 'signIn.title',
  secondStep: 'secondStep.title',
  toProvider: 'provider.leaving',
  finishSignUp: 'finish.title',
  signUp: 'signUp.title',
  checkEmail: 'check.title',
  verifyEmail: 'verify.title',
  emailChange: 'emailChange.title',
  takeBack: 'takeBack.title',
  replyTo: 'replyTo.title',
  invitation: 'invitation.title',
  forgotPassword: 'forgot.title',
  resetPassword: 'reset.title',
} as const satisfies Record<AccountPageData['kind'], string>

type ContentProps<Content extends (page: never) => unknown> = Parameters<Content>[0]

export type AccountPageData =
  | ContentProps<typeof SignInContent>
  | ContentProps<typeof TwoFactorContent>
  | ProviderRedirectPageData
  | ContentProps<typeof FinishSignUpContent>
  | ContentProps<typeof SignUpContent>
  | ContentProps<typeof CheckEmailContent>
  | ContentProps<typeof VerifyEmailContent>
  | ContentProps<typeof ConfirmEmailChangeContent>
  | ContentProps<typeof RevokeCredentialContent>
  | ContentProps<typeof ConfirmReplyToContent>
  | ContentProps<typeof AcceptInvitationContent>
  | ContentProps<typeof ForgotPasswordContent>
  | ContentProps<typeof ResetPasswordContent>

export function renderAccountPage(page: AccountPageData, nonce: string): string {
  const { locale } = page
  const t = getTranslator(locale, 'common')
  const product = t('product')
  return renderStaticPage({
    title: `${getTranslator(locale, 'auth')(TITLES[page.kind])} · ${product}`,
    description: t('tagline'),
    locale,
    nonce,
    style: ACCOUNT_STYLE,
    script: '/auth.js',
    children: (
      <main>
        <p class="product">{product}</p>
        {renderContent(page)}
      </main>
    ),
  })
}

function renderContent(page: AccountPageData): ComponentChildren {
  switch (page.kind) {
    case 'signIn':
      return <SignInContent {...page} />
    case 'secondStep':
      return <TwoFactorContent {...page} />
    case 'toProvider':
      return <ProviderRedirectContent {...page} />
    case 'finishSignUp':
      return <FinishSignUpContent {...page} />
    case 'signUp':
      return <SignUpContent {...page} />
    case 'checkEmail':
      return <CheckEmailContent {...page} />
    case 'verifyEmail':
      return <VerifyEmailContent {...page} />
    case 'emailChange':
      return <ConfirmEmailChangeContent {...page} />
    case 'takeBack':
      return <RevokeCredentialContent {...page} />
    case 'replyTo':
      return <ConfirmReplyToContent {...page} />
    case 'invitation':
      return <AcceptInvitationContent {...page} />
    case 'forgotPassword':
      return <ForgotPasswordContent {...page} />
    case 'resetPassword':
      return <ResetPasswordContent {...page} />
  }
}

/** Redirects to the provider automatically; shows a link if the browser does not. */
function ProviderRedirectContent({ locale, url }: ProviderRedirectPageData) {
  const t = getTranslator(locale, 'auth')
  const { host } = new URL(url)
  return (
    <>
      <PageHeading title={t('provider.leaving')} lead={t('provider.leavingLead', { host })} />
      <a class="button primary" href={url}>
        {t('provider.go', { host })}
      </a>
    </>
  )
}
