import { expect } from '@playwright/test'
import { parseSetCookie, stringifyCookie } from 'cookie'

/** The HTTP side of a same-origin browser: keeps cookies and sends `Sec-Fetch-Site`. */
export class HttpBrowser {
  readonly #baseUrl: string
  readonly #cookies = new Map<string, string>()

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  copy(): HttpBrowser {
    const other = new HttpBrowser(this.#baseUrl)
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value)
    return other
  }

  async get(path: string): Promise<Response> {
    return this.#ask(path, {})
  }

  async post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
    return this.#ask(path, { method: 'POST', body, headers })
  }

  async mutate(procedure: string, input: unknown): Promise<Response> {
    return this.post(`/api/trpc/${procedure}`, JSON.stringify(input), { 'content-type': 'application/json' })
  }

  async query(procedure: string, input?: unknown): Promise<Response> {
    return this.get(
      `/api/trpc/${procedure}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
    )
  }

  /**
   * Signs up a new organization and signs in its owner, whose email address is unconfirmed.
   *
   * @returns an API key with all scopes
   */
  async signUpAndCreateApiKey(email: string): Promise<string> {
    const account = { name: 'Ada', email, password: 'a long enough one', organizationName: 'Harbour' }
    const json = { 'content-type': 'application/json' }
    expect((await this.post('/api/auth/sign-up', JSON.stringify(account), json)).status).toBe(201)
    await this.signIn(email, account.password)
    const created = await this.mutate('apiKeys.create', { name: 'Integration', scopes: ['admin'] })
    expect(created.status).toBe(200)
    return (await created.json()).result.data.data.key
  }

  async signIn(email: string, password: string): Promise<void> {
    const status = await this.trySignIn(email, password)
    expect([status, [...this.#cookies.keys()].some((name) => name.endsWith('session-token'))]).toEqual([200, true])
  }

  /** @returns the status: 401 for a wrong password */
  async trySignIn(email: string, password: string): Promise<number> {
    const { csrfToken } = (await (await this.get('/api/auth/csrf')).json()) as { csrfToken: string }
    const form = new URLSearchParams({ email, password, csrfToken, json: 'true' })
    return (await this.post('/api/auth/callback/credentials', form)).status
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    const cookie = stringifyCookie(Object.fromEntries(this.#cookies))
    const headers = { ...(init.headers as Record<string, string>), cookie, 'sec-fetch-site': 'same-origin' }
    const answer = await fetch(`${this.#baseUrl}${path}`, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const { name, value } = parseSetCookie(line)
      this.#cookies.set(name, value ?? '')
    }
    return answer
  }
}
