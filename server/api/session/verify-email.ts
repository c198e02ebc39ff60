import { confirmEmail } from '../../auth/email-verification'
import { enforceLinkSubmissionLimit } from '../../auth/rate-limits'
import { VerifyEmail } from '../../auth/schema'
import { rejectCrossSiteRequest } from '../csrf'
import { readJsonObject } from '../request-body'
import { respondWithoutSession } from './sign-up'

/**
 * POST /api/auth/verify-email, for the button of the verification page: 200 once the address is confirmed, 400 under
 * `token` for a link that is unknown, expired or used. Needs no session.
 */
export function handleVerifyEmail(request: Request): Promise<Response> {
  return respondWithoutSession(request, 200, async (origin) => {
    rejectCrossSiteRequest(request)
    const { token } = VerifyEmail.parse(await readJsonObject(request))
    await enforceLinkSubmissionLimit(origin)
    await confirmEmail(token, origin)
    return { verified: true }
  })
}
