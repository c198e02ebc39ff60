import { Credentials } from '../../auth/schema'
import { sealSession } from '../../auth/session-cookie'
import { type SignedIn, signIn } from '../../auth/sign-in'
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { leadingTo } from '../return-path'
import { principalIn } from '../session'
import { signUpRule } from '../sign-up'
import { type FormFailure, failureIn, type PageAnswer, type Reader, readOwnForm, readReader } from './form'

export type SignInPage = {
  kind: 'signIn'
  locale: Locale
  /** Where its form posts to: its own address. */
  action: string
  email: string
  failure: FormFailure | null
  /** Null where nobody can make an account for themselves. */
  signUpHref: string | null
  forgotHref: string
  /** They come from setting a new password. */
  isPasswordNew: boolean
}

/** GET /sign-in. Whoever is signed in goes on. */
export async function viewSignIn(request: Request): Promise<PageAnswer<SignInPage>> {
  const reader = readReader(request)
  try {
    if (await principalIn(request.headers)) return { to: reader.next }
    const isPasswordNew = new URL(request.url).searchParams.get('done') === 'password'
    return { status: 200, page: signInPage(reader, '', null, isPasswordNew) }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader)
    return { ...refused, page: signInPage(reader, '', failure) }
  }
}

/** POST /sign-in: opens a session, else shows the form again with the address that was typed. */
export async function submitSignIn(request: Request): Promise<PageAnswer<SignInPage>> {
  const reader = readReader(request)
  const t = translator(reader.locale, 'auth')
  let email = ''
  const again = (message: string) => signInPage(reader, email, { message, faults: {} })
  try {
    const form = await readOwnForm(request)
    email = form.get('email') ?? ''
    const outcome = await trySignIn(Credentials.parse({ email, password: form.get('password') ?? '' }), reader)
    if (outcome === 'unavailable') return { status: 500, page: again(t('signIn.unavailable')) }
    if (outcome === null) return { status: 400, page: again(t('signIn.failed')) }
    return { to: reader.next, cookie: await sealSession({ userId: outcome.id, sessionId: outcome.sessionId }) }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader, ['email', 'password'])
    return { ...refused, page: signInPage(reader, email, failure) }
  }
}

/** As {@link signIn}, with a word for what could not be found out, which it has written down already. */
export async function trySignIn(
  credentials: Credentials,
  { origin, userAgent }: Pick<Reader, 'origin' | 'userAgent'>,
): Promise<SignedIn | null | 'unavailable'> {
  return signIn(credentials, { ...origin, userAgent }).catch(() => 'unavailable' as const)
}

function signInPage(
  { locale, next }: Reader,
  email: string,
  failure: FormFailure | null,
  isPasswordNew = false,
): SignInPage {
  const signUpHref = signUpRule().isOpen ? leadingTo('/sign-up', next) : null
  const forgotHref = leadingTo('/forgot-password', next)
  return {
    kind: 'signIn',
    locale,
    action: leadingTo('/sign-in', next),
    email,
    failure,
    signUpHref,
    forgotHref,
    isPasswordNew,
  }
}
