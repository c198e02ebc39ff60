import { z } from 'zod'
import { askForReset } from '../../../auth/password-reset'
import { admitReset } from '../../../auth/throttle'
import { RateLimitExceeded } from '../../../errors'
import { Email } from '../../../fields/schema'
import type { Locale } from '../../../messages/locale'
import { leadingTo } from '../../session/return-path'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './form'

export type ForgotPasswordPage = {
  kind: 'forgotPassword'
  locale: Locale
  action: string
  signInHref: string
  email: string
  failure: FormFailure | null
  /** Shows the confirmation, which does not reveal whether an account has the address. */
  isAsked: boolean
}

const Asked = z.object({ email: Email })

export async function viewForgotPassword(request: Request): Promise<PageAnswer<ForgotPasswordPage>> {
  const isAsked = new URL(request.url).searchParams.has('asked')
  return { status: 200, page: { ...pageFor(readReader(request)), isAsked } }
}

/** POST /forgot-password: same answer whether or not the account exists. */
export async function submitForgotPassword(request: Request): Promise<PageAnswer<ForgotPasswordPage>> {
  const reader = readReader(request)
  let typed = ''
  try {
    typed = (await readOwnForm(request)).get('email') ?? ''
    const { email } = Asked.parse({ email: typed })
    if (!(await admitReset(reader.origin.address ?? 'unknown'))) throw new RateLimitExceeded(3600)
    await askForReset(email, reader.locale)
    return { to: leadingTo('/forgot-password?asked', reader.next) }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader, ['email'])
    return { ...refused, page: { ...pageFor(reader), email: typed, failure } }
  }
}

function pageFor({ locale, next }: Reader): ForgotPasswordPage {
  return {
    kind: 'forgotPassword',
    locale,
    action: leadingTo('/forgot-password', next),
    signInHref: leadingTo('/sign-in', next),
    email: '',
    failure: null,
    isAsked: false,
  }
}
