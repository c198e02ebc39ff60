import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type Certificate, certificateFor } from '@/server/testing/servers/certificates'
import { aFeedSite, type FeedSite } from '@/server/testing/servers/feed-site'
import { anOwner, type Json, signInByCookie } from './fixtures'
import { SERVICE } from './service-config'
import { openServiceDatabase } from './service-database'
import {
  test as base,
  expect,
  expectFieldError,
  expectFieldValues,
  expectNoFieldError,
  fillFields,
} from './signed-in-test'

const SOURCES = '/settings/review-sources'

const test = base.extend<{
  /** A feed whose certificate the service trusts. */
  feed: FeedSite
  ask: (procedure: string, input: object) => Promise<Json>
}>({
  feed: async ({ browserName: _browser }, use) => {
    const ca = JSON.parse(readFileSync(SERVICE.authorityFile, 'utf8')) as Certificate
    const feed = await aFeedSite(await certificateFor(['127.0.0.1'], { ca }))
    await use(feed)
    await feed.close()
  },
  ask: async ({ page }, use) =>
    use(async (procedure, input) => {
      const answer = await page.request.post(`/api/trpc/${procedure}`, {
        headers: { Origin: SERVICE.baseUrl },
        data: input,
      })
      expect(answer.status(), await answer.text()).toBe(200)
      return (await answer.json()).result.data.data
    }),
})

const state = (page: Page, word: string | RegExp) => page.getByRole('main').getByText(word, { exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

const SOON = { timeout: 45_000 }

test('an owner syncs and renames the trial review site, disconnects it with its reviews kept, and then removes them', async ({
  page,
  call,
  dialog,
  toast,
  press,
  choose,
  open,
}) => {
  test.slow()
  const reviews = async () => (await call('GET /reviews?source=sandbox')).body.data.length
  await open(SOURCES)
  await expect(page.getByText('No review site connected yet')).toBeVisible()
  await page.getByRole('link', { name: 'Connect a review site' }).click()
  await expect(title(page, 'Connect a review site')).toBeVisible()
  await press('Switch on')
  await expect(toast('The trial site is on')).toBeVisible()
  await expect(page).toHaveURL(/\/review-sources\/[0-9a-f-]{36}$/)
  await expect(title(page, 'Trial site')).toBeVisible()
  await expect(state(page, 'Connected')).toBeVisible(SOON)
  await expect(page.getByText('Write the first review there')).toBeVisible()

  const site = (await page.getByRole('link', { name: 'Open the trial site' }).first().getAttribute('href')) ?? ''
  const written = await page.request.post(site, {
    headers: { Origin: SERVICE.baseUrl },
    form: { _action: 'write', author: 'Ada', rating: '2', text: 'Slow till.', locationId: '' },
  })
  expect(written.status()).toBe(200)
  await press('Sync now')
  await expect(toast('Looking for changes now')).toBeVisible()
  await expect(page.getByText('1 here, 1 on the site')).toBeVisible(SOON)
  await expect(state(page, 'Connected')).toBeVisible(SOON)
  expect(await reviews()).toBe(1)

  await choose('More actions for this source', 'Rename')
  await dialog().getByLabel('Name').fill('For practice')
  await dialog().getByLabel('Name').press('Control+Enter')
  await expect(title(page, 'For practice')).toBeVisible()

  await choose('More actions for this source', 'Disconnect')
  await expect(dialog()).toContainText('The trial site and everything written on it are deleted.')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect(state(page, 'Connected')).toBeVisible()
  await choose('More actions for this source', 'Disconnect')
  await expect(dialog().getByRole('checkbox')).not.toBeChecked()
  await dialog().getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(state(page, 'Disconnected')).toBeVisible()
  await expect(page.getByText('Its review stays here.')).toBeVisible()
  expect(await reviews()).toBe(1)

  await choose('More actions for this source', 'Remove its reviews')
  await expect(dialog()).toContainText('This cannot be undone.')
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${SOURCES}$`))
  await expect(page.getByText('No review site connected yet')).toBeVisible(SOON)
  expect(await reviews()).toBe(0)
})

test('an owner corrects a refused feed address and token, previews its reviews, imports them silently and maps locations', async ({
  page,
  feed,
  ask,
  press,
  open,
  toast,
  dialog,
  choose,
}) => {
  test.slow()
  await ask('locations.create', { name: 'Harbour Street', timeZone: null })
  const pier = await ask('locations.create', { name: 'The Pier', timeZone: null })
  feed.putReview('r-1', { location: 'harbour street' })
  feed.putReview('r-2', { location: 'Pier 7', rating: 2 })
  feed.putReview('r-3', { location: 'Pier 7' })

  await open(`${SOURCES}/new/feed`)
  const [url, token] = [page.getByLabel('Address'), page.getByLabel('Token', { exact: true })]
  await fillFields(page, { Name: 'Harbour Guide', Address: feed.url.replace('https', 'http') })
  await token.fill('wrong')
  await press('Check')
  await expectFieldError(url, /https/)
  await expect(url).toBeFocused()
  await url.fill(feed.url)
  await press('Check')
  await expectNoFieldError(url)
  await expectFieldError(token, /^The site does not accept these credentials\./)
  await expectFieldValues(page, { Name: 'Harbour Guide', Address: feed.url })

  await token.fill(feed.token)
  await token.press('Control+Enter')
  const heading = page.getByRole('heading', { name: 'Found 3 reviews' })
  await expect(heading).toBeFocused()
  const announce = page.getByRole('radio', { name: 'Announce them to your webhooks' })
  await expect(announce).toBeChecked()
  await expect(announce).toHaveAccessibleDescription(/^3 new_review events at once, .* 3 stars or fewer\.$/)
  await url.fill(`${feed.url}/other`)
  await expect(heading).toBeHidden()
  await expect(page.getByRole('button', { name: 'Check' })).toBeVisible()
  await url.fill(feed.url)
  await expect(heading).toBeVisible()
  // Checking does not save, so leaving prompts.
  await page.getByRole('link', { name: 'Cancel' }).click()
  await dialog().getByRole('button', { name: 'Stay on this page' }).click()

  await page.getByRole('radio', { name: 'Import them silently' }).check()
  const selectedLocation = (place: string) => page.getByLabel(`Location for ${place}`).locator('option:checked')
  await expect(selectedLocation('harbour street')).toHaveText('Harbour Street')
  await expect(selectedLocation('Pier 7')).toHaveText('No location')
  await press('Connect')
  await expect(toast('Connected. Its reviews are being imported.')).toBeVisible()
  await expect(title(page, 'Harbour Guide')).toBeVisible()
  await expect(page.getByText('3 here, 3 on the site')).toBeVisible(SOON)
  await expect(state(page, 'Connected')).toBeVisible(SOON)
  await expect(page.getByText('Imported silently')).toBeVisible()
  await expect(page.getByRole('row', { name: /^harbour street/ })).toContainText('Harbour Street')
  expect(await page.content(), 'never shown again').not.toContain(feed.token)

  await choose('More actions for this source', 'Rename and choose locations')
  await dialog().getByLabel('Location for Pier 7').selectOption('The Pier')
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog()).toBeHidden()
  await expect(page.getByRole('row', { name: /^Pier 7/ })).toContainText('The Pier')
  await ask('locations.delete', { id: pier.id })
})

test('an owner replaces a source’s rejected credentials, and a manual sync during a rate limit sends no request', {
  tag: '@variant',
}, async ({ page, feed, ask, call, press, open, toast, dialog, choose }) => {
  test.slow()
  feed.putReview('s-1')
  feed.putReview('s-2')
  const { id, site } = await ask('reviewSources.connect', {
    kind: 'feed',
    name: 'Strict Guide',
    url: feed.url,
    token: feed.token,
  })
  await open(`${SOURCES}/${id}`)
  await expect(page.getByText('2 here, 2 on the site')).toBeVisible(SOON)
  await expect(state(page, 'Connected')).toBeVisible(SOON)

  feed.token = 'another'
  await press('Sync now')
  await expect(state(page, 'Needs new credentials')).toBeVisible(SOON)
  const alert = page.getByRole('alert').filter({ hasText: 'The site no longer lets us in' })
  await expect(alert).toContainText('The site does not accept these credentials.')
  await alert.getByRole('button', { name: 'Enter new credentials' }).click()
  const token = dialog().getByLabel('Token', { exact: true })
  await token.fill('wrong')
  await token.press('Enter')
  await expectFieldError(token, /^The site does not accept these credentials\./)
  await token.fill('another')
  await token.press('Enter')
  await expect(toast('Connected again')).toBeVisible()
  await expect(state(page, 'Connected')).toBeVisible(SOON)
  await expect(alert).toHaveCount(0)

  feed.faults.push({ status: 429, headers: { 'Retry-After': '7200' } })
  await press('Sync now')
  await expect(state(page, 'Retrying')).toBeVisible(SOON)
  await expect(page.getByText('The site asked for a pause. Next attempt in 2 hours.')).toBeVisible()
  const requestCount = feed.requests.length
  await press('Sync now')
  await expect(toast(/^The site asked for a pause\. Next attempt at \d\d:\d\d\.$/)).toBeVisible()
  expect(feed.requests).toHaveLength(requestCount)

  await choose('More actions for this source', 'Disconnect')
  await dialog().getByRole('checkbox', { name: 'Also remove its 2 reviews from here' }).check()
  await dialog().getByRole('button', { name: 'Disconnect and remove 2 reviews' }).click()
  await expect(page).toHaveURL(new RegExp(`${SOURCES}$`))
  await expect(page.getByRole('row', { name: /^Strict Guide/ })).toHaveCount(0, SOON)
  expect((await call(`GET /reviews?source=${site}`)).body.data).toEqual([])
  await page.goto(`${SOURCES}/${id}`)
  await expect(title(page, 'This review source does not exist')).toBeVisible()
})

test('renaming a review source that was renamed meanwhile shows the other name before overwriting it', async ({
  page,
  ask,
  open,
  choose,
  dialog,
}) => {
  const { id } = await ask('reviewSources.connect', { kind: 'sandbox', name: 'Trial site' })
  await open(`${SOURCES}/${id}`)
  await choose('More actions for this source', 'Rename')
  const name = dialog().getByLabel('Name')
  await name.fill('Mine')
  await ask('reviewSources.update', { id, name: 'Theirs', places: [] })
  await name.press('Enter')
  await expect(dialog().getByRole('group')).toContainText('Theirs')
  await dialog().getByRole('button', { name: 'Keep my version' }).click()
  await expect(title(page, 'Mine')).toBeVisible()
  await ask('reviewSources.disconnect', { id, removeReviews: true })
})

test('connecting Google without a configured client names the missing variables, and a failed sign-in shows its reason', {
  tag: '@variant',
}, async ({ page, open }) => {
  await open(`${SOURCES}/new`)
  const google = page.getByRole('listitem').filter({ hasText: 'Google Business Profile' })
  await expect(google).toContainText('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET')
  await expect(google).toContainText(`${SERVICE.baseUrl}/api/review-sources/google`)
  await expect(google.getByRole('button', { name: 'Sign in with Google' })).toHaveCount(0)
  for (const [reason, words] of [
    ['denied', 'Google was not given permission'],
    ['over', 'The sign-in at Google took too long'],
    ['refused', 'Google refused the sign-in'],
    ['failed', 'The connection to Google failed'],
  ]) {
    await page.goto(`${SOURCES}?google=${reason}`)
    await expect(page.getByText(words ?? '', { exact: true })).toBeVisible()
  }
  await page.goto(`${SOURCES}?google=anything`)
  await expect(page.getByRole('link', { name: 'Start again' })).toHaveCount(0)
  await page.goto(`${SOURCES}/google/${randomUUID()}`)
  await expect(page.getByText('This connection is over')).toBeVisible()
})

test('the pages for connecting a review site and their field errors are shown in French', async ({ page, context }) => {
  await context.addCookies([{ name: 'cfs-locale', value: 'fr', url: SERVICE.baseUrl }])
  await page.goto(`${SOURCES}/new`)
  await expect(page.getByRole('link', { name: 'Sources d’avis', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(title(page, 'Connecter un site d’avis')).toBeVisible()
  await page.goto(`${SOURCES}/new/feed`)
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await expectFieldError(page.getByLabel('Jeton', { exact: true }), /^Ce champ est obligatoire\./)
  await fillFields(page, { Adresse: 'http://avis.example.com' })
  await page.getByLabel('Jeton', { exact: true }).fill('jeton')
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await expectFieldError(page.getByLabel('Adresse'), /^Utilisez https/)
})

test('a member gets a 404 on the review source pages', async ({ browser }) => {
  const owner = await anOwner()
  const rows = openServiceDatabase(SERVICE.dataDir)
  await rows.query(`UPDATE membership SET role = 'member' WHERE organization_id = $1::uuid`, [owner.organizationId])
  await rows.end()
  const context = await browser.newContext({
    baseURL: SERVICE.baseUrl,
    locale: 'en-GB',
    storageState: { cookies: [], origins: [] },
  })
  const page = await context.newPage()
  await signInByCookie(page, owner)
  for (const pagePath of ['', '/new', '/new/feed', '/new/trustpilot', `/google/${randomUUID()}`, `/${randomUUID()}`]) {
    expect((await page.goto(`${SOURCES}${pagePath}`))?.status(), pagePath).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'This page does not exist' }), pagePath).toBeVisible()
  }
  await context.close()
})
