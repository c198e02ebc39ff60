/** Why nobody was signed in: a sentence, and one for each field that is at fault. */
export type Refusal = { message: string; faults: Record<string, string> }

/** A session is open, a second step is to be taken, the first is to be taken again, or none of these. */
export type Outcome = 'open' | 'secondStep' | 'startOver' | Refusal

/**
 * Signs in by the sign-in page's own door, without leaving this page.
 * @param unreachable what to say where no service answers.
 */
export async function signInHere(
  { email = '', password = '' }: Record<string, string>,
  unreachable: string,
): Promise<Outcome> {
  return post('/sign-in', { email, password }, unreachable)
}

/** Takes the second step, with a code, by the door of its own page. */
export async function takeSecondStep({ code = '' }: Record<string, string>, unreachable: string): Promise<Outcome> {
  return post('/sign-in/second-step', { code }, unreachable)
}

/** The same with a passkey. */
export async function passkeyHere(refused: string, unreachable: string): Promise<Outcome> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const { failure, ...question } = await ask<{ token: string | null; options: never }>(
      '/sign-in/passkey-question',
      '{}',
    )
    if (failure) return failure
    const response = await startAuthentication({ optionsJSON: question.options }).catch(() => null)
    // Cancelled, timed out, or none that fits: the browser tells no page which.
    if (response === null) return { message: refused, faults: {} }
    return read(await ask('/sign-in/passkey', JSON.stringify({ token: question.token, response })))
  } catch {
    // No answer of ours: said to whoever waits.
    return { message: unreachable, faults: {} }
  }
}

type Said = { to?: string; failure?: Refusal | null }

async function ask<T = object>(door: string, body: string): Promise<Said & T> {
  const answer = await fetch(door, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  return (await answer.json()) as Said & T
}

/** Five wrong codes, or too late: from the beginning. */
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
    // No answer of ours: said to whoever waits.
    return { message: unreachable, faults: {} }
  }
}
