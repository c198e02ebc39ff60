/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { CheckEmailPage } from '@/server/api/pages/account/check-email'
import type { EmailChangePage } from '@/server/api/pages/account/email-change'
import type { FinishSignUpPage } from '@/server/api/pages/account/finish-sign-up'
import type { ForgotPasswordPage } from '@/server/api/pages/account/forgot-password'
import type { InvitationPage } from '@/server/api/pages/account/invitation'
import type { ToProviderPage } from '@/server/api/pages/account/provider-sign-in'
import type { ResetPasswordPage } from '@/server/api/pages/account/reset-password'
import type { SignInPage } from '@/server/api/pages/account/sign-in'
import type { SignUpPage } from '@/server/api/pages/account/sign-up'
import type { SecondStepPage } from '@/server/api/pages/account/two-factor'
import type { TakeBackPage } from '@/server/api/pages/account/undo-credential-change'
import type { VerifyEmailPage } from '@/server/api/pages/account/verify-email'
import { translator } from '@/server/messages/messages'
import { renderDocument } from '../static-page/static-page'
import { Invitation } from './accept-invitation'
import { ACCOUNT_STYLE } from './account-style'
import { CheckEmail } from './check-email'
import { EmailChange } from './confirm-email-change'
import { FinishSignUp } from './finish-sign-up'
import { ForgotPassword } from './forgot-password'
import { ToProvider } from './provider-redirect'
import { ResetPassword } from './reset-password'
import { SignIn } from './sign-in'
import { SignUp } from './sign-up'
import { SecondStep } from './two-factor'
import { TakeBack } from './undo-credential-change'
import { VerifyEmail } from './verify-email'

export type AccountPage =
  | SignInPage
  | SecondStepPage
  | ToProviderPage
  | FinishSignUpPage
  | SignUpPage
  | CheckEmailPage
  | VerifyEmailPage
  | EmailChangePage
  | TakeBackPage
  | InvitationPage
  | ForgotPasswordPage
  | ResetPasswordPage

export function renderAccountPage(page: AccountPage, nonce: string): string {
  const { locale } = page
  const t = translator(locale, 'common')
  const product = t('product')
  return renderDocument({
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
  const t = translator(page.locale, 'auth')
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
      return <SignIn {...page} />
    case 'secondStep':
      return <SecondStep {...page} />
    case 'toProvider':
      return <ToProvider {...page} />
    case 'finishSignUp':
      return <FinishSignUp {...page} />
    case 'signUp':
      return <SignUp {...page} />
    case 'checkEmail':
      return <CheckEmail {...page} />
    case 'verifyEmail':
      return <VerifyEmail {...page} />
    case 'emailChange':
      return <EmailChange {...page} />
    case 'takeBack':
      return <TakeBack {...page} />
    case 'invitation':
      return <Invitation {...page} />
    case 'forgotPassword':
      return <ForgotPassword {...page} />
    case 'resetPassword':
      return <ResetPassword {...page} />
  }
}
