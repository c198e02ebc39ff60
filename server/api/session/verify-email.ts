import { confirmEmail } from '../../auth/email-verification'
import { enforceEmailedLinkLimit } from '../../auth/rate-limits'
import { VerifyEmail } from '../../auth/schema'
import { requireSameOriginJsonRequest } from '../csrf'
import { readJsonObject } from '../request-body'
import { respondToPublicJsonCall } from './sign-up'

/**
 * POST /api/auth/verify-email, for the button of the verification page: 200 once the address is confirmed, 400 under
 * `token` for a link that is unknown, expired or used. Needs no session.
 */
export function handleVerifyEmail(request: Request): Promise<Response> {
  return respondToPublicJsonCall(request, 200, async (origin) => {
    requireSameOriginJsonRequest(request)
    const { token } = VerifyEmail.parse(await readJsonObject(request))
    await enforceEmailedLinkLimit(origin)
    await confirmEmail(token, origin)
    return { verified: true }
  })
}
