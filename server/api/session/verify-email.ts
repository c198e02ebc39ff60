import { v7 as uuidv7 } from 'uuid'
import { confirmEmail } from '../../auth/email-verification'
import { enforceVerificationLimit } from '../../auth/rate-limits'
import { VerifyEmail } from '../../auth/schema'
import { readClientAddress } from '../../rate-limit/client-address'
import { rejectCrossSiteRequest } from '../csrf'
import { logRequestError, toAppError } from '../error-mapping'
import { readJsonObject } from '../request-body'
import { requestLocale } from './session'

/**
 * POST /api/auth/verify-email, for the button of the verification page: 200 once the address is confirmed, 400 under
 * `token` for a link that is unknown, expired or used. Needs no session.
 */
export async function handleVerifyEmail(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const origin = { address: readClientAddress(request.headers), requestId }
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  try {
    rejectCrossSiteRequest(request)
    const { token } = VerifyEmail.parse(await readJsonObject(request))
    await enforceVerificationLimit(origin)
    await confirmEmail(token, origin)
    return Response.json({ data: { verified: true } }, { headers })
  } catch (error) {
    logRequestError(error, { requestId })
    const appError = toAppError(error)
    const localized = appError.localize(requestLocale(request.headers))
    return Response.json({ error: localized }, { status: appError.status, headers })
  }
}
