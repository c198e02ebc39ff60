import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { parseSetCookie } from 'cookie'
import { type Certificate, certificateFor } from '@/server/testing/servers/certificates'
import { aReceiver, type Receiver } from '@/server/testing/servers/receiver'
import { type Operator, operatorAt } from './commands'
import { SERVICE } from './service-address'

export type Owner = { organizationId: string; email: string; password: string; key: string }
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any
export type Answer = { status: number; headers: Headers; body: Json }
export type Call = (line: string, body?: unknown) => Promise<Answer>

type Options = {
  /** Whether opening a page waits until its forms and buttons listen. Off for tests of what happens before. */
  waitsForHydration: boolean
}

type Fixtures = {
  /** An HTTPS receiver whose certificate the service trusts. */
  receiver: Receiver
  /** A fresh organization with an owner and a key that may do everything. */
  owner: Owner
  /** Calls the API as an integrator of that organization. */
  call: Call
}

/** The operator of the tests' own service (service.ts). */
const operator = operatorAt(SERVICE.operatorPort)

/** One operator command on the tests' own service; its JSON answer. */
export async function cli(args: readonly string[]): Promise<Json> {
  return operator.ask(args)
}

/** The cookie of a session that begins now, as a sign-in would set it. */
async function openSession(email: string) {
  const { name, value = '' } = parseSetCookie(await operator.openSession(email))
  return { name, value, httpOnly: true, sameSite: 'Lax' as const }
}

/** A fresh organization whose owner is signed in. */
export async function openedSession(): Promise<Session> {
  const owner = await anOwner()
  const cookie = { ...(await openSession(owner.email)), domain: 'localhost', path: '/', expires: -1, secure: false }
  return { owner, storage: { cookies: [cookie], origins: [] } }
}

/** A fresh organization on the tests' own service. */
export async function anOwner(organizationName = 'Café Lumière'): Promise<Owner> {
  return ownerBy(operator, organizationName)
}

/** A fresh organization with an owner and a key that may do everything, on the operator's service. */
export async function ownerBy(
  { ask, makeOwner }: Pick<Operator, 'ask' | 'makeOwner'>,
  organizationName: string,
): Promise<Owner> {
  const email = `owner-${randomUUID()}@example.com`
  const password = `secret ${randomUUID()}`
  const organizationId = await makeOwner({ email, password, organizationName })
  const { key } = await ask(['key:create', '--org', organizationId, '--name', 'Integration', '--scopes', 'admin'])
  return { organizationId, email, password, key }
}

export function caller(baseUrl: string, key: string): Call {
  return async (line, body) => {
    const [method = 'GET', place = ''] = line.split(' ')
    const response = await fetch(`${baseUrl}/api/v1${place}`, {
      method,
      headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
}

/** A receiver whose certificate is signed by the authority that the services trust. */
export async function aTrustedReceiver(): Promise<Receiver> {
  const ca = JSON.parse(readFileSync(SERVICE.authorityFile, 'utf8')) as Certificate
  return aReceiver({ certificate: await certificateFor(['127.0.0.1'], { ca }) })
}

/** An organization's owner, and what a browser keeps of their sign-in. */
export type Session = { owner: Owner; storage: Exclude<BrowserContextOptions['storageState'], string | undefined> }

// The session stands here although only signed-in.ts asks for it: tests with other fixtures of a worker need workers of their own.
export const test = base.extend<Fixtures & Options, { session: Session }>({
  session: [async ({ browserName: _browser }, use) => use(await openedSession()), { scope: 'worker' }],
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
  call: async ({ owner }, use) => use(caller(SERVICE.baseUrl, owner.key)),
})

export { expect }

/** Makes `goto` and `reload` wait for hydration, unless they wait for the first byte alone. */
function openHydrated(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil !== 'commit') await hydrated(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    await hydrated(page)
    return response
  }
}

/**
 * Resolves once React listens to every control of the page. Pages fetch that code at the first pointer move, which is dispatched here;
 * a page that is not rendered by Next has nothing to wait for.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!('__next_f' in window)) return true
    document.dispatchEvent(new PointerEvent('pointermove'))
    return [...document.querySelectorAll('button, input, select, textarea')].every((control) =>
      Object.keys(control).some((key) => key.startsWith('__reactFiber$')),
    )
  })
  // React marks a control while it renders; what listens to keys begins in an effect, some tasks later.
  await page.evaluate(async () => {
    if ('__next_f' in window) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))
  })
}

/** The HTML of a page that answers 200, requested with the context's cookies and without opening it. */
export async function answeredHtml({ request }: BrowserContext, place: string): Promise<string> {
  const response = await request.get(place)
  expect(response.status(), place).toBe(200)
  return response.text()
}

/**
 * Opens a page of the dashboard as soon as its HTML matches: what is awaited is written by work in the background. Only the HTML is
 * requested until then, which costs a tenth of opening the page.
 */
export async function openOnceIt(page: Page, matches: RegExp, place: string): Promise<void> {
  const html = async () => (await page.request.get(place)).text()
  await expect
    .poll(async () => matches.test(await html()), { message: `${place} never matches ${matches}`, timeout: 45_000 })
    .toBe(true)
  await page.goto(place)
}

/**
 * Presses `g` and the letter of a place, both at once: on a busy machine a letter that waits for the answer to the `g` may come later
 * than the second and a half that a `g` waits for it.
 */
export async function pressGo(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)])
}

/** Pages wake by themselves some seconds after they are loaded, on a slow machine too early for a test: here they do not. */
export async function stayAsleep(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const set = window.setTimeout.bind(window)
    const soon = (task: () => void, ms = 0) => (ms >= 5000 ? 0 : set(task, ms))
    Object.assign(window, { setTimeout: soon })
  })
}

/** Gives the page's browser a session of this person, as a sign-in would, and opens a page if one is named. */
export async function signIn(page: Page, { email }: Pick<Owner, 'email'>, place?: string): Promise<void> {
  await page.context().addCookies([{ ...(await openSession(email)), url: SERVICE.baseUrl }])
  if (place !== undefined) await page.goto(place)
}

/** Signs in through the form, for tests of it. */
export async function signInByForm(page: Page, owner: Pick<Owner, 'email' | 'password'>): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}
