import { enforcePasskeySignInLimit } from '../../../auth/rate-limits'
import { PasskeySignIn } from '../../../auth/schema'
import { completeTwoFactorSignIn, signInWithPasskey } from '../../../auth/second-factor/complete-two-factor-sign-in'
import { createPasskeyChallenge } from '../../../auth/second-factor/passkeys'
import { getTranslator } from '../../../messages/message-catalogue'
import { requireSameOriginJsonRequest } from '../../csrf'
import { readJsonObject } from '../../request-body'
import { type FormFailure, readRequestContext, toFormFailure } from './form-handling'
import { redirectToSignIn, replaceSessionAndClearChallengeCookie } from './sign-in'
import { readSignInChallengeToken } from './two-factor'

/* JSON endpoints for the scripts of the sign-in pages (passkeys need a script). Refusals have the shape of a form failure. */

const MAX_PASSKEY_BYTES = 64 * 1024

export type JsonResponseParts = {
  status: number
  body: object
  headers?: Record<string, string>
  cookies?: readonly string[]
}

export async function createPasskeySignInOptions(request: Request): Promise<JsonResponseParts> {
  const visitor = readRequestContext(request)
  try {
    requireSameOriginJsonRequest(request)
    // The content is not used; the body still has to be valid JSON.
    await readJsonObject(request, MAX_PASSKEY_BYTES)
    await enforcePasskeySignInLimit(visitor.origin)
    return { status: 200, body: await createPasskeyChallenge(readSignInChallengeToken(request) || null) }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, body: { failure } }
  }
}

export async function submitPasskeySignIn(request: Request): Promise<JsonResponseParts> {
  const visitor = readRequestContext(request)
  try {
    requireSameOriginJsonRequest(request)
    const { token, response } = PasskeySignIn.parse(await readJsonObject(request, MAX_PASSKEY_BYTES))
    const outcome =
      token === null
        ? await completeTwoFactorSignIn(readSignInChallengeToken(request), { passkey: response }, visitor)
        : await signInWithPasskey(token, response, visitor)
    if (outcome === 'over') {
      const { to, cookies } = redirectToSignIn('over', visitor.next)
      return { status: 200, body: { to }, cookies }
    }
    if (outcome !== null && outcome !== 'wrong')
      return {
        status: 200,
        body: { to: visitor.next },
        cookies: await replaceSessionAndClearChallengeCookie(outcome, request, visitor),
      }
    const failure: FormFailure = { message: getTranslator(visitor.locale, 'auth')('passkey.refused'), faults: {} }
    return { status: 400, body: { failure } }
  } catch (error) {
    const { failure, ...refused } = toFormFailure(error, visitor)
    return { ...refused, body: { failure } }
  }
}
