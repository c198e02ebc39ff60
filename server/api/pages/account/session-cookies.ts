import type { CreatedSession } from '../../../auth/complete-sign-in'
import { serializePreferenceCookies } from '../../../auth/preferences'
import { serializeSessionCookie } from '../../../auth/session-cookie'
import { endSession } from '../../../auth/sessions'
import { readSession } from '../../session/session'
import type { Visitor } from './account-form'

/**
 * Cookies of a newly opened session, with the user's dashboard preferences. Ends the browser's former session: its
 * cookie is overwritten, so it could not be revoked by signing out any more.
 */
export async function createSessionCookies(
  signedIn: CreatedSession,
  request: Request,
  { origin }: Pick<Visitor, 'origin'>,
): Promise<string[]> {
  const previousSession = await readSession(request.headers)
  if (previousSession && previousSession.sessionId !== signedIn.sessionId) await endSession(previousSession, origin)
  return [await serializeSessionCookie(signedIn), ...(await serializePreferenceCookies(signedIn.id))]
}
