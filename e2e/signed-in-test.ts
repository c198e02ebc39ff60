import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { test as base, createSignedInOwner, expect, type SignedInOwner } from './fixtures'
import { SERVICE } from './service-config'

/* Tests that share one organization per worker, whose owner is signed in. Each test creates the data it needs, under unique names. */

type PageActions = {
  dialog: () => Locator
  heading: (name: string) => Locator
  toast: (text: string | RegExp) => Locator
  press: (name: string) => Promise<void>
  choose: (button: string, item: string) => Promise<void>
  open: (pagePath: string) => Promise<void>
  idIn: (section: 'surveys' | 'sequences' | 'settings/webhooks') => Promise<string>
  aSurvey: (name: string, body?: Record<string, unknown>) => Promise<string>
  aSequence: (sequence: Record<string, unknown>) => Promise<string>
}

export const test = base.extend<PageActions>({
  owner: async ({ session }, use) => use(session.owner),
  storageState: async ({ session }, use) => use(session.storageState),

  dialog: async ({ page }, use) => use(() => page.getByRole('dialog')),
  heading: async ({ page }, use) => use((name) => page.getByRole('heading', { level: 1, name, exact: true })),
  toast: async ({ page }, use) => use((text) => toastWithText(page, text)),
  press: async ({ page }, use) => use((name) => page.getByRole('button', { name, exact: true }).click()),
  choose: async ({ page, press }, use) =>
    use(async (button, item) => {
      await press(button)
      const name = new RegExp(`^${item}`)
      await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name })).click()
    }),
  open: async ({ page }, use) =>
    use(async (pagePath) => {
      await page.goto(pagePath)
    }),
  idIn: async ({ page }, use) =>
    use(async (section) => {
      const address = new RegExp(`/${section}/([0-9a-f-]{36})$`)
      await expect(page).toHaveURL(address)
      return address.exec(page.url())?.[1] ?? ''
    }),
  aSurvey: async ({ call }, use) =>
    use(async (name, body = {}) => {
      const created = await call('POST /surveys', { name, type: 'nps', questions: [], ...body })
      expect(created.status).toBe(201)
      return created.body.data.id
    }),
  aSequence: async ({ page }, use) =>
    use(async (sequence) => {
      const saved = await page.request.post('/api/trpc/sequences.save', {
        headers: { Origin: SERVICE.baseUrl },
        data: { status: 'active', ...sequence },
      })
      const { result } = await saved.json()
      return result.data.data.id
    }),
})

export const testWithOwnOrganization = test.extend<{ ownSession: SignedInOwner }>({
  ownSession: async ({ browserName: _browser }, use) => use(await createSignedInOwner()),
  owner: async ({ ownSession }, use) => use(ownSession.owner),
  storageState: async ({ ownSession }, use) => use(ownSession.storageState),
})

export { expect }

export const UNREACHABLE_NOTICE = 'The service is not responding. Check your connection and try again.'

export const anEmailAddress = () => `person-${randomUUID()}@example.com`
export const toastWithText = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })

export async function expectFieldError(field: Locator, sentence: string | RegExp): Promise<void> {
  await expect(field).toHaveAccessibleDescription(sentence)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
}

export async function expectNoFieldError(field: Locator): Promise<void> {
  await expect(field).not.toHaveAttribute('aria-invalid')
}

export async function expectFieldValues(form: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await expect(form.getByLabel(label), label).toHaveValue(value)
}

export async function fillFields(form: Page | Locator, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label).fill(text)
}
