export type SignInRefusal = { message: string; faults: Record<string, string> }

export type SignInOutcome = 'open' | 'twoFactor' | 'startOver' | SignInRefusal

/**
 * Signs in through the endpoint of the sign-in page without leaving this page.
 * @param unreachableMessage used if the service does not respond.
 */
export async function signInInline(
  { email = '', password = '' }: Record<string, string>,
  unreachableMessage: string,
): Promise<SignInOutcome> {
  return postForm('/sign-in', { email, password }, unreachableMessage)
}

export async function submitTwoFactorCode(
  { code = '' }: Record<string, string>,
  unreachableMessage: string,
): Promise<SignInOutcome> {
  return postForm('/sign-in/second-step', { code }, unreachableMessage)
}

export async function signInWithPasskey(refusedMessage: string, unreachableMessage: string): Promise<SignInOutcome> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const { failure, ...challenge } = await postJson<{ token: string | null; options: never }>(
      '/sign-in/passkey-question',
      '{}',
    )
    if (failure) return failure
    const response = await startAuthentication({ optionsJSON: challenge.options }).catch(() => null)
    // Cancelled, timed out or no matching passkey: the browser does not distinguish them.
    if (response === null) return { message: refusedMessage, faults: {} }
    return readOutcome(await postJson('/sign-in/passkey', JSON.stringify({ token: challenge.token, response })))
  } catch {
    // Unexpected response: report as unreachable.
    return { message: unreachableMessage, faults: {} }
  }
}

type SignInReply = { to?: string; failure?: SignInRefusal | null }

async function postJson<T = object>(path: string, body: string): Promise<SignInReply & T> {
  const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  return (await response.json()) as SignInReply & T
}

/** `done=over`: too many wrong codes or expired, so the password is required again. */
function readOutcome({ to = '', failure }: SignInReply): SignInOutcome {
  if (failure) return failure
  if (to.startsWith('/sign-in/second-step')) return 'twoFactor'
  return to.includes('done=over') ? 'startOver' : 'open'
}

async function postForm(
  path: string,
  fields: Record<string, string>,
  unreachableMessage: string,
): Promise<SignInOutcome> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(fields),
    })
    const reply = (await response.json()) as SignInReply
    return response.ok ? readOutcome(reply) : (reply.failure ?? { message: unreachableMessage, faults: {} })
  } catch {
    // Unexpected response: report as unreachable.
    return { message: unreachableMessage, faults: {} }
  }
}
