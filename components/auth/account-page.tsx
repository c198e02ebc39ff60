/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { CheckEmailPage } from '@/server/api/pages/account/check-email'
import type { EmailChangePage } from '@/server/api/pages/account/email-change'
import type { FinishSignUpPage } from '@/server/api/pages/account/finish-sign-up'
import type { ForgotPasswordPage } from '@/server/api/pages/account/forgot-password'
import type { InvitationPage } from '@/server/api/pages/account/invitation'
import type { ProviderRedirectPage } from '@/server/api/pages/account/provider-sign-in'
import type { ResetPasswordPage } from '@/server/api/pages/account/reset-password'
import type { SignInPage } from '@/server/api/pages/account/sign-in'
import type { SignUpPage } from '@/server/api/pages/account/sign-up'
import type { TwoFactorPage } from '@/server/api/pages/account/two-factor'
import type { UndoCredentialChangePage } from '@/server/api/pages/account/undo-credential-change'
import type { VerifyEmailPage } from '@/server/api/pages/account/verify-email'
import { getTranslator } from '@/server/messages/messages'
import { renderStaticPage } from '../static-page/static-page'
import { AcceptInvitationContent } from './accept-invitation'
import { ACCOUNT_STYLE } from './account-style'
import { CheckEmailContent } from './check-email'
import { ConfirmEmailChangeContent } from './confirm-email-change'
import { FinishSignUpContent } from './finish-sign-up'
import { ForgotPasswordContent } from './forgot-password'
import { ProviderRedirectContent } from './provider-redirect'
import { ResetPasswordContent } from './reset-password'
import { SignInContent } from './sign-in'
import { SignUpContent } from './sign-up'
import { TwoFactorContent } from './two-factor'
import { UndoCredentialChangeContent } from './undo-credential-change'
import { VerifyEmailContent } from './verify-email'

export type AccountPage =
  | SignInPage
  | TwoFactorPage
  | ProviderRedirectPage
  | FinishSignUpPage
  | SignUpPage
  | CheckEmailPage
  | VerifyEmailPage
  | EmailChangePage
  | UndoCredentialChangePage
  | InvitationPage
  | ForgotPasswordPage
  | ResetPasswordPage

export function renderAccountPage(page: AccountPage, nonce: string): string {
  const { locale } = page
  const t = getTranslator(locale, 'common')
  const product = t('product')
  return renderStaticPage({
    title: `${pageTitle(page)} · ${product}`,
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

function pageTitle(page: AccountPage): string {
  const t = getTranslator(page.locale, 'auth')
  switch (page.kind) {
    case 'signIn':
      return t('signIn.title')
    case 'secondStep':
      return t('secondStep.title')
    case 'toProvider':
      return t('provider.leaving')
    case 'finishSignUp':
      return t('finish.title')
    case 'signUp':
      return t('signUp.title')
    case 'checkEmail':
      return t('check.title')
    case 'verifyEmail':
      return t('verify.title')
    case 'emailChange':
      return t('emailChange.title')
    case 'takeBack':
      return t('takeBack.title')
    case 'invitation':
      return t('invitation.title')
    case 'forgotPassword':
      return t('forgot.title')
    case 'resetPassword':
      return t('reset.title')
  }
}

function renderContent(page: AccountPage): ComponentChildren {
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
      return <UndoCredentialChangeContent {...page} />
    case 'invitation':
      return <AcceptInvitationContent {...page} />
    case 'forgotPassword':
      return <ForgotPasswordContent {...page} />
    case 'resetPassword':
      return <ResetPasswordContent {...page} />
  }
}
