import { PasskeySignIn } from '../../auth/schema'
import { askPasskey } from '../../auth/second-factor/passkeys'
import { finishSecondStep, signInWithPasskey } from '../../auth/second-factor/second-step'
import { sealStep } from '../../auth/session-cookie'
import { countPasskeyTry } from '../../auth/throttle'
import { RateLimitExceeded } from '../../errors'
import { translator } from '../../messages/messages'
import { readJsonObject } from '../body'
import { refuseCrossSite } from '../guard'
import { type FormFailure, failureIn, readReader } from './form'
import { cookiesOf } from './new-session'
import { beginAnew, stepTokenIn } from './second-step'

/*
 * What the scripts of the sign-in pages ask for: passkeys need one. Both answer JSON; what is refused, as a form's refusal does.
 */

/** An attestation, with its chain of certificates, is the largest thing a passkey says. */
export const MAX_PASSKEY_BYTES = 64 * 1024

export type JsonAnswer = { status: number; body: object; headers?: Record<string, string>; cookies?: readonly string[] }

/** POST /sign-in/passkey-question: what to ask the browser's passkeys. */
export async function askForPasskey(request: Request): Promise<JsonAnswer> {
  const reader = readReader(request)
  try {
    refuseCrossSite(request)
    // Nothing in it is needed; what is sent is judged as everywhere.
    await readJsonObject(request, MAX_PASSKEY_BYTES)
    const retryAfter = await countPasskeyTry(reader.origin.address ?? 'unknown')
    if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
    return { status: 200, body: await askPasskey(stepTokenIn(request) || null) }
  } catch (error) {
    const { failure, ...refused } = failureIn(error, reader)
    return { ...refused, body: { failure } }
  }
}

/** POST /sign-in/passkey: the answer of one, instead of a password, or after it where the browser is at its second step. */
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
