import type { SignedIn } from '../../../auth/complete-sign-in'
import { preferenceCookies } from '../../../auth/preferences'
import { sealSession } from '../../../auth/session-cookie'
import { endSession } from '../../../auth/sessions'
import { sessionIn } from '../../session/session'
import type { Reader } from './account-form'

/**
 * Cookies of a newly opened session, with the user's dashboard preferences. Ends the browser's former session: its
 * cookie is overwritten, so it could not be revoked by signing out any more.
 */
export async function cookiesOf(
  signedIn: SignedIn,
  request: Request,
  { origin }: Pick<Reader, 'origin'>,
): Promise<string[]> {
  const previousSession = await sessionIn(request.headers)
  if (previousSession && previousSession.sessionId !== signedIn.sessionId) await endSession(previousSession, origin)
  return [await sealSession(signedIn), ...(await preferenceCookies(signedIn.id))]
}
