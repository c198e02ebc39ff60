export type Refusal = { message: string; faults: Record<string, string> }

export type Outcome = 'open' | 'secondStep' | 'startOver' | Refusal

/**
 * Signs in through the sign-in page's endpoint, without leaving this page.
 * @param unreachable message if the service does not respond.
 */
export async function signInHere(
  { email = '', password = '' }: Record<string, string>,
  unreachable: string,
): Promise<Outcome> {
  return post('/sign-in', { email, password }, unreachable)
}

export async function takeSecondStep({ code = '' }: Record<string, string>, unreachable: string): Promise<Outcome> {
  return post('/sign-in/second-step', { code }, unreachable)
}

export async function passkeyHere(refused: string, unreachable: string): Promise<Outcome> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const { failure, ...question } = await ask<{ token: string | null; options: never }>(
      '/sign-in/passkey-question',
      '{}',
    )
    if (failure) return failure
    const response = await startAuthentication({ optionsJSON: question.options }).catch(() => null)
    // Cancelled, timed out or no matching passkey: the browser does not distinguish them.
    if (response === null) return { message: refused, faults: {} }
    return read(await ask('/sign-in/passkey', JSON.stringify({ token: question.token, response })))
  } catch {
    // Unexpected response: report as unreachable.
    return { message: unreachable, faults: {} }
  }
}

type Said = { to?: string; failure?: Refusal | null }

async function ask<T = object>(door: string, body: string): Promise<Said & T> {
  const answer = await fetch(door, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  return (await answer.json()) as Said & T
}

/** Too many wrong codes or expired: restart from the password. */
function read({ to = '', failure }: Said): Outcome {
  if (failure) return failure
  if (to.startsWith('/sign-in/second-step')) return 'secondStep'
  return to.includes('done=over') ? 'startOver' : 'open'
}

async function post(door: string, fields: Record<string, string>, unreachable: string): Promise<Outcome> {
  try {
    const answer = await fetch(door, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(fields),
    })
    const said = (await answer.json()) as Said
    return answer.ok ? read(said) : (said.failure ?? { message: unreachable, faults: {} })
  } catch {
    // Unexpected response: report as unreachable.
    return { message: unreachable, faults: {} }
  }
}
