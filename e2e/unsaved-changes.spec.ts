import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { LOCALES, type Locale } from '@/server/messages/locale'
import { pickByTestLength } from '@/server/testing/test-length'
import { findAxeViolations } from './axe-violations'
import { anOwner, type Json } from './fixtures'
import { SERVICE } from './service-config'
import { anEmailAddress, expect, test, toastWithText } from './signed-in-test'

/** Messages read from the JSON file: Playwright cannot import JSON modules. */
function loadMessages(locale: Locale, namespace: string): (key: string) => string {
  const file = path.join(SERVICE.root, 'server/messages', locale, `${namespace}.json`)
  const all = JSON.parse(readFileSync(file, 'utf8'))
  return (key) => key.split('.').reduce((at: Json, name) => at[name], all) as string
}

async function setLanguage(page: Page, locale: Locale): Promise<void> {
  await page.context().addCookies([{ name: 'cfs-locale', value: locale, url: SERVICE.baseUrl }])
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([])
}

for (const locale of LOCALES) {
  const common = loadMessages(locale, 'common')
  const contacts = loadMessages(locale, 'contacts')
  const keys = loadMessages(locale, 'settings')
  const fillInContact = async (page: Page) => {
    await setLanguage(page, locale)
    const email = anEmailAddress()
    await page.goto('/contacts/new')
    await page.getByLabel(contacts('fields.email')).fill(email)
    await page.getByLabel(contacts('fields.firstName')).fill('Ada')
    return email
  }
  const testInLocale = (short: Locale, title: string, run: Parameters<typeof test>[2]) => {
    if (pickByTestLength<readonly Locale[]>([short], LOCALES).includes(locale)) test(`${title} (${locale})`, run)
  }

  testInLocale(
    'en',
    'signing in again in the dialog after an ended session saves what was typed',
    async ({ page, call, owner }) => {
      const email = await fillInContact(page)
      await page.context().clearCookies({ name: /session-token/ })
      await page.getByRole('button', { name: contacts('create') }).click()

      const dialog = page.getByRole('dialog', { name: common('session.endedTitle') })
      await expect(dialog.getByLabel(common('session.email'))).toHaveValue(owner.email)
      const password = dialog.getByLabel(common('session.password'), { exact: true })
      await expect(password).toBeFocused()
      await expectAccessible(page)
      await password.fill('wrong')
      await password.press('Enter')
      await expect(dialog.getByRole('alert')).toBeVisible()
      await password.fill(owner.password)
      await password.press('Enter')

      await expect(toastWithText(page, contacts('created'))).toBeVisible()
      await expect(page).toHaveURL(/\/contacts$/)
      expect((await call(`GET /contacts?email=${encodeURIComponent(email)}`)).body.data).toMatchObject([
        { firstName: 'Ada' },
      ])
    },
  )

  testInLocale(
    'fr',
    'after an ended session, another user’s sign-in saves nothing and the first user’s saves the input',
    async ({ page, call, owner }) => {
      const other = await anOwner()
      const email = await fillInContact(page)
      await page.context().clearCookies({ name: /session-token/ })
      await page.getByRole('button', { name: contacts('create') }).click()
      const dialog = page.getByRole('dialog', { name: common('session.endedTitle') })
      await dialog.getByLabel(common('session.email')).fill(other.email)
      await dialog.getByLabel(common('session.password'), { exact: true }).fill(other.password)
      await dialog.getByRole('button', { name: common('session.signIn') }).click()

      const question = page.getByRole('dialog', { name: common('session.changedTitle') })
      await expect(question).toContainText(other.email)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.locator('main').getByRole('alert')).toBeVisible()
      await expect(page.getByLabel(contacts('fields.email'))).toHaveValue(email)
      // Retrying with the other user's session writes nothing for them.
      await page.getByRole('button', { name: contacts('create') }).click()
      await question.getByRole('button', { name: owner.email }).click()
      const theirs = await fetch(`${SERVICE.baseUrl}/api/v1/contacts`, { headers: { 'X-API-Key': other.key } })
      expect((await theirs.json()).data).toEqual([])
      await dialog.getByLabel(common('session.password'), { exact: true }).fill(owner.password)
      await dialog.getByRole('button', { name: common('session.signIn') }).click()
      await expect(toastWithText(page, contacts('created'))).toBeVisible()
      expect((await call(`GET /contacts?email=${encodeURIComponent(email)}`)).body.data).toHaveLength(1)
    },
  )

  testInLocale(
    'en',
    'a contact edited elsewhere meanwhile shows both versions, and either can be chosen',
    async ({ page, call }) => {
      await setLanguage(page, locale)
      const { id } = (await call('POST /contacts', { email: anEmailAddress(), firstName: 'Grace', title: 'Admiral' }))
        .body.data
      await page.goto(`/contacts/${id}/edit`)
      const [firstName, title] = [
        page.getByLabel(contacts('fields.firstName')),
        page.getByLabel(contacts('fields.title')),
      ]
      const save = page.getByRole('button', { name: contacts('save') })
      const notice = page.getByRole('group', { name: common('changed.title') })
      await firstName.fill('Mine')
      await call(`PATCH /contacts/${id}`, { firstName: 'Theirs', tags: ['vip'] })
      await save.click()

      await expect(notice).toBeFocused()
      const row = notice.getByRole('row').filter({ hasText: contacts('fields.firstName') })
      await expect(row.getByRole('cell')).toHaveText(['Theirs', 'Mine'])
      await expect(notice.getByRole('row')).toHaveCount(3)
      await expect(firstName).toHaveValue('Mine')
      expect((await call(`GET /contacts/${id}`)).body.data).toMatchObject({ firstName: 'Theirs' })
      await expectAccessible(page)

      await notice.getByRole('button', { name: common('changed.take') }).click()
      await expect(firstName).toHaveValue('Theirs')
      await expect(page.getByLabel(contacts('fields.tags'))).toHaveValue('vip')
      await expect(notice).toBeHidden()

      await title.fill('Mine')
      await call(`PATCH /contacts/${id}`, { title: 'Theirs' })
      await save.click()
      // A second concurrent change while the notice is shown: it must be shown again.
      await expect(notice).toBeVisible()
      await call(`PATCH /contacts/${id}`, { title: 'Once more' })
      await notice.getByRole('button', { name: common('changed.keep') }).click()
      await expect(notice).toContainText('Once more')
      await notice.getByRole('button', { name: common('changed.keep') }).click()
      await expect(toastWithText(page, contacts('savedToast'))).toBeVisible()
      expect((await call(`GET /contacts/${id}`)).body.data).toMatchObject({ title: 'Mine', firstName: 'Theirs' })
    },
  )

  testInLocale(
    'fr',
    'a form submitted offline shows a notice and is saved once the network is back',
    async ({ page, call }) => {
      const email = await fillInContact(page)
      await expect(page.getByRole('button', { name: contacts('create') })).toBeEnabled()
      const line = page.getByText(common('offline.line'), { exact: true })
      await page.context().setOffline(true)
      await expect(line).toBeVisible()
      await page.getByRole('button', { name: contacts('create') }).click()
      await expect(page.locator('main').getByRole('alert')).toContainText(common('form.offline'))
      await expectAccessible(page)
      await page.getByRole('button', { name: common('form.again') }).click()
      await expect(page.getByRole('button', { name: contacts('create') })).toBeFocused()
      await expect(page.locator('main').getByRole('alert')).toContainText(common('form.offline'))
      await page.context().setOffline(false)
      await expect(line).toBeHidden()
      await expect(toastWithText(page, contacts('created'))).toBeVisible()
      expect((await call(`GET /contacts?email=${encodeURIComponent(email)}`)).body.data).toHaveLength(1)
    },
  )

  testInLocale(
    'en',
    'a form whose submission fails just as the network comes back is saved without another click',
    async ({ page, call }) => {
      const email = await fillInContact(page)
      let failSubmission = () => {}
      const submission = new Promise<void>((resolve) => {
        void page.route(
          '**/api/trpc/contacts.create*',
          async (route) => {
            resolve()
            await new Promise<void>((fail) => {
              failSubmission = fail
            })
            await route.abort('internetdisconnected')
          },
          { times: 1 },
        )
      })
      await page.getByRole('button', { name: contacts('create') }).click()
      await submission
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      failSubmission()
      await expect(toastWithText(page, contacts('created'))).toBeVisible()
      expect((await call(`GET /contacts?email=${encodeURIComponent(email)}`)).body.data).toHaveLength(1)
    },
  )

  testInLocale(
    'en',
    'closing a new API key that was not copied needs confirmation, and a copied one closes at once',
    async ({ page }) => {
      await setLanguage(page, locale)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/settings/api-keys?create')
      const dialog = page.getByRole('dialog').first()
      const create = dialog.getByRole('button', { name: keys('apiKeys.create') })
      await create.click()
      await expect(dialog.getByLabel(keys('apiKeys.name'))).toBeFocused()
      await dialog.getByLabel(keys('apiKeys.name')).fill('Till')
      await create.click()
      await expect(dialog.getByRole('checkbox').first()).toBeFocused()
      await dialog.getByRole('checkbox').first().check()
      await create.click()

      const keyDialog = page.getByRole('dialog', { name: keys('apiKeys.createdTitle') })
      const question = page.getByRole('dialog', { name: keys('apiKeys.storedTitle') })
      await keyDialog.getByRole('button', { name: keys('apiKeys.done') }).click()
      await expect(question).toBeVisible()
      await expectAccessible(page)
      await question.getByRole('button', { name: keys('apiKeys.storedNo') }).click()
      await expect(keyDialog).toBeVisible()
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: keys('apiKeys.storedNo') }).click()
      const unload = page.waitForEvent('dialog')
      void page.reload().catch(() => 'stayed')
      await (await unload).dismiss()
      await keyDialog
        .getByRole('button', { name: common('copy') })
        .first()
        .click()
      // Writing to the clipboard is asynchronous, and the key counts as stored once it succeeds.
      await expect(keyDialog.getByRole('button', { name: common('copied') })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(keyDialog).toBeHidden()
      await expect(question).toBeHidden()
    },
  )
}

test('Cancel, Back and a link need confirmation before unsaved changes are discarded, and then go on', async ({
  page,
  call,
}) => {
  const { email, id } = (await call('POST /contacts', { email: anEmailAddress(), firstName: 'Grace' })).body.data
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const firstName = page.getByLabel('First name')
  await page.goto(`/contacts/${id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await firstName.fill('Joan')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(firstName).toHaveValue('Joan')
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}$`))

  // A taken email address links to the existing contact; following it prompts for the unsaved input.
  await page.goto('/contacts/new')
  await page.getByLabel('Email').fill(email)
  await firstName.fill('Someone')
  await page.getByRole('button', { name: 'Add contact' }).click()
  await page.getByRole('link', { name: 'Open the existing contact' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}$`))
})
