import { v7 as uuidv7 } from 'uuid'
import { signUp } from '../auth/members'
import { SignUp } from '../auth/schema'
import { admitSignUp } from '../auth/throttle'
import { RateLimitExceeded } from '../errors'
import { addressOf } from '../throttle/address'
import { readJsonObject } from './body'
import { logFailure, toAppError } from './failure'
import { refuseCrossSite } from './guard'

/**
 * POST /api/auth/sign-up, for the sign-up page: 201 with the new person and their organization, in the same envelope
 * and with the same errors as the API. It stands outside the procedures because nobody is signed in yet.
 */
export async function handleSignUp(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  try {
    refuseCrossSite(request)
    const input = SignUp.parse(await readJsonObject(request))
    if (!(await admitSignUp(addressOf(request.headers) ?? 'unknown'))) throw new RateLimitExceeded(3600)
    return Response.json({ data: await signUp(input) }, { status: 201, headers })
  } catch (error) {
    logFailure(error, { requestId })
    const { code, message, details, status } = toAppError(error)
    return Response.json({ error: { code, message, details } }, { status, headers })
  }
}
