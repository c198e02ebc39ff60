/** Why nobody was signed in: a sentence, and one for each field that is at fault. */
export type Refusal = { message: string; faults: Record<string, string> }

/**
 * Signs in by the sign-in page's own door, without leaving this page.
 * @param unreachable what to say where no service answers.
 * @returns null once a session is open.
 */
export async function signInHere(
  { email = '', password = '' }: Record<string, string>,
  unreachable: string,
): Promise<Refusal | null> {
  try {
    const answer = await fetch('/sign-in', {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ email, password }),
    })
    if (answer.ok) return null
    const { failure } = (await answer.json()) as { failure: Refusal | null }
    return failure ?? { message: unreachable, faults: {} }
  } catch {
    // No answer of ours: said to whoever waits.
    return { message: unreachable, faults: {} }
  }
}
