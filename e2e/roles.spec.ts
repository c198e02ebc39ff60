import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { pickByTestLength } from '@/server/testing/test-length'
import { anOwner, expect, fetchHtml, type Owner, signInByCookie, test } from './fixtures'
import { LIST_PAGES, NEAR_DUPLICATE_PAGES, PARAMETERLESS_DASHBOARD_PAGES } from './page-paths'
import { readDemoOwner } from './read-demo-owner'
import { SERVICE } from './service-config'
import { openServiceDatabase } from './service-database'

/** Pages of the settings that members may open; the others, and the operations page, answer 404 to them. */
const OPEN_SETTINGS = ['/settings/members', '/settings/profile']

const CLOSED_TO_MEMBERS = new Set(
  [...PARAMETERLESS_DASHBOARD_PAGES, ...NEAR_DUPLICATE_PAGES].filter(
    (pagePath) => /^\/(settings|operations)(\/|$)/.test(pagePath) && !OPEN_SETTINGS.includes(pagePath),
  ),
)

async function rows<T extends Record<string, unknown>>(text: string, values: readonly string[]): Promise<T[]> {
  const pool = openServiceDatabase(SERVICE.dataDir)
  try {
    return (await pool.query<T>(text, [...values])).rows
  } finally {
    await pool.end()
  }
}

async function addMembership(person: Owner, { organizationId }: Owner, role: 'admin' | 'member'): Promise<void> {
  await rows(
    'INSERT INTO membership (organization_id, user_id, role) SELECT $1::uuid, id, $3 FROM "user" WHERE email = $2',
    [organizationId, person.email, role],
  )
}

async function signInTo(page: Page, person: Owner, { organizationId }: Owner): Promise<void> {
  await signInByCookie(page, person)
  await mutate(page.context(), 'account.switchOrganization', { organizationId })
}

async function mutate(context: BrowserContext, procedure: string, data: object): Promise<void> {
  const headers = { Origin: SERVICE.baseUrl }
  const answer = await context.request.post(`/api/trpc/${procedure}`, { headers, data })
  expect(answer.status(), procedure).toBe(200)
}

async function firstRow(context: BrowserContext, list: string): Promise<string> {
  const answer = await context.request.get(list)
  const href = new RegExp(`href="(${list}/[0-9a-f-]{36})(?:/results)?"`).exec(await answer.text())?.[1]
  if (href === undefined) throw new Error(`no row in ${list}`)
  return href
}

test('a member gets a 404 on pages closed to their role, finds no link or command to one, and opens all as an admin', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  const person = await anOwner()
  await addMembership(person, readDemoOwner(), 'member')
  await signInTo(page, person, readDemoOwner())
  // Nothing is pressed here: unlike `page`, this one does not wait for hydration.
  const reader = await context.newPage()
  const missing = await readMainText(reader, '/nowhere-at-all')
  expect(missing).toContain('This page does not exist')
  const openedPaths = pickByTestLength(
    ['/settings', '/settings/api-keys', '/settings/alerts/new'],
    [...CLOSED_TO_MEMBERS],
  )
  for (const pagePath of openedPaths) expect(await readMainText(reader, pagePath), pagePath).toBe(missing)
  await reader.close()
  const links = new Set<string>()
  const pages = [...PARAMETERLESS_DASHBOARD_PAGES, ...NEAR_DUPLICATE_PAGES]
  for (const list of LIST_PAGES) pages.push(await firstRow(context, list))
  for (const pagePath of pages) {
    if (CLOSED_TO_MEMBERS.has(pagePath)) {
      const answer = await context.request.get(pagePath)
      expect([pagePath, answer.status()]).toEqual([pagePath, 404])
      expect(await answer.text(), pagePath).toContain('This page does not exist')
    } else {
      for (const [, href = ''] of (await fetchHtml(context, pagePath)).matchAll(/<a [^>]*href="(\/[^"]*)"/g))
        links.add(href.replaceAll('&amp;', '&'))
    }
  }
  expect(links.size).toBeGreaterThan(20)
  const shapes = new Map(
    [...links].map((href) => [href.replace(/[0-9a-f-]{36}/g, ':id').replace(/=[^&]*/g, '='), href]),
  )
  for (const href of shapes.values()) expect((await context.request.get(href)).status(), `the link ${href}`).toBe(200)

  await page.goto('/')
  await page.keyboard.press('Control+k')
  const menu = page.getByRole('dialog', { name: 'Command menu' })
  await expect(menu.getByRole('option', { name: / Settings$/ })).toHaveText([/Members/, /Profile/])
  await expect(menu.getByRole('option', { name: /^(?:Create|Add|New|Connect)/ })).toHaveText([
    'Add contact',
    'New survey',
    'New sequence',
    'Add company',
  ])

  await rows(
    `UPDATE membership SET role = 'admin' WHERE organization_id = $1::uuid AND user_id = (SELECT id FROM "user" WHERE email = $2)`,
    [readDemoOwner().organizationId, person.email],
  )
  for (const pagePath of pages) expect((await context.request.get(pagePath)).status(), pagePath).toBe(200)
})

test('a link into another of a person’s organizations offers to switch, and one into a foreign organization is not found', async ({
  page,
}) => {
  const [person, otherOwner] = [await anOwner(), await anOwner()]
  await addMembership(person, readDemoOwner(), 'member')
  await signInByCookie(page, readDemoOwner())
  const contact = await firstRow(page.context(), '/contacts')
  const hook = await firstRow(page.context(), '/settings/webhooks')
  const company = await firstRow(page.context(), '/companies')
  await page.context().clearCookies()
  await signInByCookie(page, person)

  for (const pagePath of [contact, company]) {
    expect((await page.goto(pagePath))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: /^This is in / })).toBeVisible()
  }
  await page.goto(contact)
  await page.getByRole('button', { name: /^Switch to / }).click()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(contact)

  await mutate(page.context(), 'account.switchOrganization', { organizationId: person.organizationId })
  const unknown = await readMainText(page, `/settings/webhooks/${randomUUID()}`)
  expect(await readMainText(page, hook)).toBe(unknown)
  const [survey] = await rows<{ id: string }>(
    `INSERT INTO survey (id, organization_id, name, type, questions, updated_at) VALUES (gen_random_uuid(), $1::uuid, $2, 'nps', '[]', now()) RETURNING id`,
    [otherOwner.organizationId, 'Of another organization'],
  )
  const missingSurvey = await readMainText(page, `/surveys/${randomUUID()}`)
  expect(await readMainText(page, `/surveys/${survey?.id}`)).toBe(missingSurvey)
})

test('an admin demoted while working sees a message about their role, and once removed that their session has ended', async ({
  page,
  browser,
}) => {
  const [owner, colleague] = [await anOwner(), await anOwner()]
  await addMembership(colleague, owner, 'admin')
  const [person] = await rows<{ id: string }>('SELECT id FROM "user" WHERE email = $1', [colleague.email])
  const userId = person?.id ?? ''
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })
  await signInByCookie(await context.newPage(), owner)
  await signInTo(page, colleague, owner)
  const tab = await page.context().newPage()
  await tab.goto('/settings/members')
  await page.goto('/settings/members')
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill('grace@example.com')

  await mutate(context, 'members.changeRole', { userId, role: 'member' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toContainText('Your role')
  await expect(dialog.getByLabel('Email address')).toHaveValue('grace@example.com')
  await tab.getByRole('link', { name: 'API keys' }).click()
  await expect(tab.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  expect((await page.goto('/settings/api-keys'))?.status()).toBe(404)

  await page.goto('/contacts/new')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await mutate(context, 'members.remove', { userId })
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await context.close()
})

/** The text of the page without the frame. */
async function readMainText(page: Page, address: string): Promise<string> {
  expect((await page.goto(address))?.status(), address).toBe(404)
  return page.locator('#content').innerText()
}
