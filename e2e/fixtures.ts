import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { parseSetCookie } from 'cookie'
import { type Certificate, certificateFor } from '@/server/testing/servers/certificates'
import { aReceiver, type Receiver } from '@/server/testing/servers/https-receiver'
import { createOperatorClient, type OperatorClient } from './operator-command-client'
import { SERVICE } from './service-config'

export type Owner = { organizationId: string; email: string; password: string; key: string }
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any
export type RestApiResponse = { status: number; headers: Headers; body: Json }
export type ApiClient = (line: string, body?: unknown) => Promise<RestApiResponse>

type Options = {
  /** Makes `goto` and `reload` wait for hydration. Disable to test a page before it hydrates. */
  waitsForHydration: boolean
}

type Fixtures = {
  receiver: Receiver
  /** A new organization with its owner and an API key with all scopes. */
  owner: Owner
  call: ApiClient
}

const operator = createOperatorClient(SERVICE.operatorPort)

/** Runs an operator command on the shared service. @returns its JSON output */
export async function runOperatorCommand(args: readonly string[]): Promise<Json> {
  return operator.run(args)
}

async function openSession(email: string) {
  const { name, value = '' } = parseSetCookie(await operator.openSession(email))
  return { name, value, httpOnly: true, sameSite: 'Lax' as const }
}

export async function createSignedInOwner(): Promise<SignedInOwner> {
  const owner = await anOwner()
  const cookie = { ...(await openSession(owner.email)), domain: 'localhost', path: '/', expires: -1, secure: false }
  return { owner, storageState: { cookies: [cookie], origins: [] } }
}

export async function anOwner(organizationName = 'Café Lumière'): Promise<Owner> {
  return createOwnerWithKey(operator, organizationName)
}

/** Creates an organization with an owner and an API key with all scopes, through the given operator. */
export async function createOwnerWithKey(
  { run, makeOwner }: Omit<OperatorClient, 'stop'>,
  organizationName: string,
): Promise<Owner> {
  const email = `owner-${randomUUID()}@example.com`
  const password = `secret ${randomUUID()}`
  const organizationId = await makeOwner({ email, password, organizationName })
  const { key } = await run(['key:create', '--org', organizationId, '--name', 'Integration', '--scopes', 'admin'])
  return { organizationId, email, password, key }
}

export function createApiClient(baseUrl: string, key: string): ApiClient {
  return async (line, body) => {
    const [method = 'GET', path = ''] = line.split(' ')
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
}

export async function aTrustedReceiver(): Promise<Receiver> {
  const ca = JSON.parse(readFileSync(SERVICE.authorityFile, 'utf8')) as Certificate
  return aReceiver({ certificate: await certificateFor(['127.0.0.1'], { ca }) })
}

export type SignedInOwner = {
  owner: Owner
  storageState: Exclude<BrowserContextOptions['storageState'], string | undefined>
}

// Declared here although only the signed-in `test` uses it: tests with different worker fixtures cannot share a worker.
export const test = base.extend<Fixtures & Options, { session: SignedInOwner }>({
  session: [async ({ browserName: _browser }, use) => use(await createSignedInOwner()), { scope: 'worker' }],
  waitsForHydration: [true, { option: true }],
  page: async ({ page, waitsForHydration }, use) => {
    if (waitsForHydration) openHydrated(page)
    await use(page)
  },
  receiver: async ({ browserName: _browser }, use) => {
    const receiver = await aTrustedReceiver()
    await use(receiver)
    await receiver.close()
  },
  owner: async ({ browserName: _browser }, use) => use(await anOwner()),
  call: async ({ owner }, use) => use(createApiClient(SERVICE.baseUrl, owner.key)),
})

export { expect }

/** Makes `goto` and `reload` wait for hydration, except `goto` with `waitUntil: 'commit'`. */
function openHydrated(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil !== 'commit') await waitForHydration(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    await waitForHydration(page)
    return response
  }
}

/** Resolves once React handles events on every control of the page; at once on pages not rendered by Next. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!('__next_f' in window)) return true
    return [...document.querySelectorAll('button, input, select, textarea')].every((control) =>
      Object.keys(control).some((key) => key.startsWith('__reactFiber$')),
    )
  })
  // React marks a control while it renders; keyboard listeners are attached in an effect some tasks later.
  await page.evaluate(async () => {
    if ('__next_f' in window) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))
  })
}

/** Fetches the HTML of a page with the context's cookies, without opening it; expects 200. */
export async function fetchHtml({ request }: BrowserContext, pagePath: string): Promise<string> {
  const response = await request.get(pagePath)
  expect(response.status(), pagePath).toBe(200)
  return response.text()
}

/**
 * Opens a dashboard page as soon as its HTML matches, for content written by background jobs. Polls by plain requests, which cost a tenth
 * of opening the page.
 */
export async function openWhenHtmlMatches(page: Page, matches: RegExp, pagePath: string): Promise<void> {
  const html = async () => (await page.request.get(pagePath)).text()
  await expect
    .poll(async () => matches.test(await html()), { message: `${pagePath} never matches ${matches}`, timeout: 45_000 })
    .toBe(true)
  await page.goto(pagePath)
}

/**
 * Presses `g` and the letter of a page at once: on a busy machine sequential presses may exceed the 1.5 s within which the letter must
 * follow.
 */
export async function pressGoShortcut(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)])
}

/** Signs in by setting a session cookie, and opens `pagePath` if given. */
export async function signInByCookie(page: Page, { email }: Pick<Owner, 'email'>, pagePath?: string): Promise<void> {
  await page.context().addCookies([{ ...(await openSession(email)), url: SERVICE.baseUrl }])
  if (pagePath !== undefined) await page.goto(pagePath)
}

export async function signInByForm(page: Page, owner: Pick<Owner, 'email' | 'password'>): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}
