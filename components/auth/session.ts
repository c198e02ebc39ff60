type Csrf = { csrfToken: string }

/** Ends this browser's session. @returns whether it ended: a service that cannot be reached has not heard of it. */
export async function signOut(): Promise<boolean> {
  try {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as Csrf
    const body = new URLSearchParams({ csrfToken, json: 'true' })
    return (await fetch('/api/auth/signout', { method: 'POST', body })).ok
  } catch {
    return false
  }
}
