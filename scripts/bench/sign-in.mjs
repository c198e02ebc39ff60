/**
 * Signs in with a password.
 *
 * @param {{ address: string, credentials: { email: string, password: string } }} service
 * @returns {Promise<string>} the `Cookie` header of the session
 */
export async function signIn({ address, credentials }) {
  /** @type {Map<string, string>} */
  const cookies = new Map()
  const call = async (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) => {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const answer = await fetch(`${address}${path}`, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1).join('').split(/=(.*)/s)
      cookies.set(name, value)
    }
    return answer
  }
  const { csrfToken } = await (await call('/api/auth/csrf')).json()
  const answer = await call('/api/auth/callback/credentials', {
    method: 'POST',
    body: new URLSearchParams({ ...credentials, csrfToken, json: 'true' }),
  })
  if (!answer.ok) throw new Error(`signing in: ${answer.status}`)
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
