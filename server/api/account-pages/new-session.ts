import type { SignedIn } from '../../auth/open-account'
import { preferenceCookies } from '../../auth/preferences'
import { sealSession } from '../../auth/session-cookie'
import { endSession } from '../../auth/sessions'
import { sessionIn } from '../session'
import type { Reader } from './form'

/**
 * The cookies of a browser for which a session was opened. The one that it had, whosever it was, is ended: its cookie is
 * written over, and nobody could end it any more. What the person chose of the dashboard comes along.
 */
export async function cookiesOf(
  opened: SignedIn,
  request: Request,
  { origin }: Pick<Reader, 'origin'>,
): Promise<string[]> {
  const former = await sessionIn(request.headers)
  if (former && former.sessionId !== opened.sessionId) await endSession(former, origin)
  return [await sealSession(opened), ...(await preferenceCookies(opened.id))]
}
