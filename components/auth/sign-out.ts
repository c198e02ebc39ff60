type Csrf = { csrfToken: string }

/** Ends this browser's session. @returns false if the service could not be reached, so the session is still active. */
export async function signOut(): Promise<boolean> {
  try {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as Csrf
    const body = new URLSearchParams({ csrfToken, json: 'true' })
    return (await fetch('/api/auth/signout', { method: 'POST', body })).ok
  } catch {
    return false
  }
}
