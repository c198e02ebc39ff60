import { PasskeySignIn } from '../../../auth/schema'
import { askPasskey } from '../../../auth/second-factor/passkeys'
import { finishSecondStep, signInWithPasskey } from '../../../auth/second-factor/second-step'
import { sealStep } from '../../../auth/session-cookie'
import { countPasskeyTry } from '../../../auth/throttle'
import { RateLimitExceeded } from '../../../errors'
import { translator } from '../../../messages/messages'
import { readJsonObject } from '../../body'
import { refuseCrossSite } from '../../guard'
import { type FormFailure, failureIn, readReader } from './form'
import { cookiesOf } from './new-session'
import { beginAnew, stepTokenIn } from './second-step'

/* JSON endpoints for the scripts of the sign-in pages (passkeys need a script). Refusals have the shape of a form failure. */

/** The largest passkey message is an attestation with its certificate chain. */
export const MAX_PASSKEY_BYTES = 64 * 1024

export type JsonAnswer = { status: number; body: object; headers?: Record<string, string>; cookies?: readonly string[] }

/** POST /sign-in/passkey-question: returns the WebAuthn request options. */
export async function askForPasskey(request: Request): Promise<JsonAnswer> {
  const reader = readReader(request)
  try {
    refuseCrossSite(request)
    // The content is not used; the body still has to be valid JSON.
    await readJsonObject(request, MAX_PASSKEY_BYTES)
    const retryAfter = await countPasskeyTry(reader.origin.address ?? 'unknown')
    if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
    return { status: 200, body: await askPasskey(stepTokenIn(request) || null) }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader)
    return { ...refused, body: { failure } }
  }
}

/** POST /sign-in/passkey: verifies a passkey assertion, as the first factor or as the second one of a pending sign-in. */
export async function submitPasskey(request: Request): Promise<JsonAnswer> {
  const reader = readReader(request)
  try {
    refuseCrossSite(request)
    const { token, response } = PasskeySignIn.parse(await readJsonObject(request, MAX_PASSKEY_BYTES))
    const outcome =
      token === null
        ? await finishSecondStep(stepTokenIn(request), { passkey: response }, reader)
        : await signInWithPasskey(token, response, reader)
    if (outcome === 'over') {
      const { to, cookies } = beginAnew(reader)
      return { status: 200, body: { to }, cookies }
    }
    if (outcome !== null && outcome !== 'wrong')
      return {
        status: 200,
        body: { to: reader.next },
        cookies: [...(await cookiesOf(outcome, request, reader)), sealStep(null)],
      }
    const failure: FormFailure = { message: translator(reader.locale, 'auth')('passkey.refused'), faults: {} }
    return { status: 400, body: { failure } }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader)
    return { ...refused, body: { failure } }
  }
}
