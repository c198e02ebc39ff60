export type SignInRefusal = { message: string; faults: Record<string, string> }

export type SignInOutcome = 'open' | 'twoFactor' | 'startOver' | SignInRefusal

export async function signInWithBrowserPasskey(
  refusedMessage: string,
  unreachableMessage: string,
): Promise<SignInOutcome> {
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

/**
 * Signs in through the endpoints of the sign-in pages without leaving this page.
 * @param unreachableMessage used if the service does not respond.
 */
export async function postSignInForm(
  path: '/sign-in' | '/sign-in/second-step',
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
