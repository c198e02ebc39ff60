import { countPasskeyTry } from '../../../auth/rate-limits'
import { PasskeySignIn } from '../../../auth/schema'
import { askPasskey } from '../../../auth/second-factor/passkeys'
import { finishSecondStep, signInWithPasskey } from '../../../auth/second-factor/verify-second-factor'
import { sealStep } from '../../../auth/session-cookie'
import { RateLimitExceeded } from '../../../errors'
import { translator } from '../../../messages/messages'
import { refuseCrossSite } from '../../csrf'
import { readJsonObject } from '../../request-body'
import { type FormFailure, failureIn, readReader } from './account-form'
import { cookiesOf } from './session-cookies'
import { beginAnew, stepTokenIn } from './two-factor'

/* JSON endpoints for the scripts of the sign-in pages (passkeys need a script). Refusals have the shape of a form failure. */

export const MAX_PASSKEY_BYTES = 64 * 1024

export type JsonAnswer = { status: number; body: object; headers?: Record<string, string>; cookies?: readonly string[] }

export async function askForPasskey(request: Request): Promise<JsonAnswer> {
  const visitor = readReader(request)
  try {
    refuseCrossSite(request)
    // The content is not used; the body still has to be valid JSON.
    await readJsonObject(request, MAX_PASSKEY_BYTES)
    const retryAfter = await countPasskeyTry(visitor.origin.address ?? 'unknown')
    if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
    return { status: 200, body: await askPasskey(stepTokenIn(request) || null) }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor)
    return { ...refused, body: { failure } }
  }
}

export async function submitPasskey(request: Request): Promise<JsonAnswer> {
  const visitor = readReader(request)
  try {
    refuseCrossSite(request)
    const { token, response } = PasskeySignIn.parse(await readJsonObject(request, MAX_PASSKEY_BYTES))
    const outcome =
      token === null
        ? await finishSecondStep(stepTokenIn(request), { passkey: response }, visitor)
        : await signInWithPasskey(token, response, visitor)
    if (outcome === 'over') {
      const { to, cookies } = beginAnew(visitor)
      return { status: 200, body: { to }, cookies }
    }
    if (outcome !== null && outcome !== 'wrong')
      return {
        status: 200,
        body: { to: visitor.next },
        cookies: [...(await cookiesOf(outcome, request, visitor)), sealStep(null)],
      }
    const failure: FormFailure = { message: translator(visitor.locale, 'auth')('passkey.refused'), faults: {} }
    return { status: 400, body: { failure } }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, visitor)
    return { ...refused, body: { failure } }
  }
}
