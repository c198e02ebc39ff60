import type { Locator, Page } from '@playwright/test'
import { Stripe } from 'stripe'
import { findAxeViolationsInBothSchemes } from './axe-violations'
import { expect, type Json, openWhenHtmlMatches, signInByCookie, test } from './fixtures'
import { SERVICE } from './service-config'

/*
 * Lifecycle of a review, from creation to removal on the site: in the dashboard, webhooks and REST, and what the site does with the reply.
 */

const SOON = { timeout: 45_000 }

async function connectTrialSite(page: Page): Promise<{ site: string; source: string }> {
  await page.goto('/settings/review-sources/new')
  await page.getByRole('button', { name: 'Switch on' }).click()
  const link = page.getByRole('link', { name: 'Open the trial site' }).first()
  await expect(link).toBeVisible()
  return { site: (await link.getAttribute('href')) ?? '', source: page.url() }
}

async function syncNow(page: Page, source: string): Promise<void> {
  await page.goto(source)
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Looking for changes now' })).toBeVisible()
}

async function writeReview(
  guest: Page,
  site: string,
  { stars, author, text }: { stars: string; author: string; text: string },
) {
  await guest.goto(site)
  await guest.getByRole('radio', { name: stars }).check()
  await guest.getByLabel('Your name').fill(author)
  await guest.getByRole('textbox', { name: 'Your review' }).fill(text)
  await guest.getByRole('button', { name: 'Publish review' }).click()
  await expect(reviewOf(guest, author)).toContainText(text)
}

const reviewOf = (guest: Page, author: string): Locator => guest.getByRole('article', { name: author })

async function setSiteBehaviour(guest: Page, site: string, name: string, isOn: boolean): Promise<void> {
  await guest.goto(site)
  await guest.getByRole('checkbox', { name, exact: true }).setChecked(isOn)
  await guest.getByRole('button', { name: 'Save behaviour' }).click()
}

test('a review triggers webhooks and gets a reply over REST, and its edit, moderation and deletion on the site are synced', {
  tag: '@variant',
}, async ({ page, browser, receiver, owner, call }) => {
  test.setTimeout(240_000)
  const subscribed = await call('POST /webhooks/subscribe', {
    hookUrl: receiver.url('/hooks'),
    triggerType: 'new_review',
  })
  const bad = await call('POST /webhooks/subscribe', { hookUrl: receiver.url('/hooks'), triggerType: 'bad_review' })
  expect([subscribed.status, bad.status]).toEqual([201, 200])
  await signInByCookie(page, owner)
  const { site, source } = await connectTrialSite(page)
  const context = await browser.newContext({ locale: 'en-GB' })
  const guest = await context.newPage()

  await writeReview(guest, site, { stars: '2 stars', author: 'Ada L.', text: 'Slow till, cold coffee.' })
  await syncNow(page, source)
  await receiver.waitUntil((requests) => requests.length === 2, 45_000)
  const kinds = receiver.requests.map(({ headers }) => headers['x-service-event'])
  expect(new Set(kinds)).toEqual(new Set(['bad_review', 'new_review']))
  const { webhooks } = new Stripe('sk_test_unused')
  for (const { headers, body } of receiver.requests)
    webhooks.constructEvent(body, String(headers['x-service-signature']), subscribed.body.data.secret, 300)
  const [payload] = JSON.parse(receiver.requests[0]?.body.toString() ?? '[]') as Json[]
  expect(payload).toMatchObject({ source: 'sandbox', rating: 2, text: 'Slow till, cold coffee.', replyText: null })

  await page.goto('/reviews')
  await expect(
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: /Reviews/ }),
  ).toContainText('1')
  await page.getByRole('link', { name: /Ada L\./ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada L.' })).toBeVisible()
  const review = page.url()

  const replied = await call(`POST /reviews/${payload.id}/reply`, { text: 'We are sorry, Ada.' })
  expect(replied.status).toBe(201)
  await expect(async () => {
    await guest.goto(site)
    await expect(reviewOf(guest, 'Ada L.')).toContainText('We are sorry, Ada.', { timeout: 500 })
  }).toPass(SOON)
  await page.goto(review)
  await expect(page.getByRole('main').getByText('On the site', { exact: true })).toBeVisible(SOON)

  await guest.getByRole('link', { name: 'Edit the review by Ada L.' }).click()
  await guest.getByRole('radio', { name: '4 stars' }).check()
  await guest.getByRole('textbox', { name: 'Your review' }).fill('Slow till, but they called me back.')
  await guest.getByRole('button', { name: 'Save changes' }).click()
  await syncNow(page, source)
  await openWhenHtmlMatches(page, /Slow till, but they called me back\./, review)
  await expect(page.getByText('Slow till, but they called me back.')).toBeVisible()
  await expect(page.getByText('Ada L. changed the review')).toBeVisible()
  await expect(page.getByText('Before: 2 stars of 5')).toBeVisible()
  expect(receiver.requests).toHaveLength(2)

  // The site's moderator holds a reply edit, then rejects it with a reason.
  await setSiteBehaviour(guest, site, 'Holds replies', true)
  await page.goto(review)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Reply', { exact: true }).fill('Thank you for coming back, Ada. Call me: 555.')
  await page.getByLabel('Reply', { exact: true }).press('Control+Enter')
  await expect(page.getByRole('main').getByText('Awaiting approval', { exact: true })).toBeVisible(SOON)
  await guest.goto(site)
  await guest.getByLabel('Reason for rejecting it').fill('No telephone numbers, please.')
  await guest.getByRole('button', { name: 'Reject reply' }).click()
  await syncNow(page, source)
  await openWhenHtmlMatches(page, /No telephone numbers, please\./, review)
  await expect(page.getByText('Trial site does not show it: “No telephone numbers, please.”')).toBeVisible()

  await guest.goto(site)
  await guest.getByRole('button', { name: 'Delete the review by Ada L.' }).click()
  await expect(reviewOf(guest, 'Ada L.')).toHaveCount(0)
  await syncNow(page, source)
  await expect(async () => {
    expect((await call(`GET /reviews/${payload.id}`)).status).toBe(404)
  }).toPass(SOON)
  expect(receiver.requests).toHaveLength(2)
  await context.close()
})

test('an owner matches a review with a contact, posts a reply from a template, sees an error when editing it during an outage, and deletes it', async ({
  page,
  browser,
  owner,
  call,
}) => {
  test.setTimeout(240_000)
  await signInByCookie(page, owner)
  await aTemplate(page)
  const { site, source } = await connectTrialSite(page)
  const context = await browser.newContext({ locale: 'en-GB' })
  const guest = await context.newPage()
  await call('POST /contacts', {
    email: `grace-${owner.organizationId}@example.com`,
    firstName: 'Grace',
    lastName: 'Hopper',
  })
  await writeReview(guest, site, { stars: '5 stars', author: 'Grace H.', text: 'Quick and friendly.' })
  await syncNow(page, source)
  await openWhenHtmlMatches(page, /Grace H\./, '/reviews')
  await page.getByRole('link', { name: /Grace H\./ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Grace H.' })).toBeVisible()

  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Grace Hopper · grace-/ }).click()
  await expect(main.getByText('Matched with a contact')).toBeVisible()
  expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
  await main.getByRole('link', { name: 'Grace Hopper' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible()
  await expect(main.getByText('Quick and friendly.')).toBeVisible()
  await page.goBack()
  await main.getByRole('button', { name: 'Remove the match' }).click()
  await expect(main.getByText('Match removed', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Grace Hopper · grace-/ })).toBeVisible()

  const box = page.getByLabel('Reply', { exact: true })
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: /Thanks/ }).click()
  await expect(box).toHaveValue('Thank you, Grace H.')
  await expect(main.getByText('19 of 2,000 characters')).toBeVisible()
  await box.press('End')
  await box.pressSequentially(' Come again.')
  await page.getByRole('button', { name: 'Post reply' }).click()
  await expect(main.getByText('On the site', { exact: true })).toBeVisible(SOON)
  await guest.goto(site)
  await expect(reviewOf(guest, 'Grace H.')).toContainText('Thank you, Grace H. Come again.')

  // While the site is down, the page shows it and replies stay pending.
  await setSiteBehaviour(guest, site, 'Is down', true)
  await page.reload()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await box.fill('Thank you, Grace.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.getByText('The site could not answer (status 503).')).toBeVisible(SOON)
  await setSiteBehaviour(guest, site, 'Is down', false)

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete reply' }).click()
  await expect(main.getByText('Reply deleted', { exact: true })).toBeVisible()
  await expect(box).toBeVisible()
  await expect(async () => {
    await guest.goto(site)
    await expect(reviewOf(guest, 'Grace H.')).not.toContainText('Reply from the owner', { timeout: 500 })
  }).toPass(SOON)
  await context.close()
})

test('filtering reviews keeps the filters in the URL, and the statistics count the same reviews as the list', {
  tag: '@variant',
}, async ({ page, browser, owner }) => {
  test.setTimeout(180_000)
  await signInByCookie(page, owner)
  const { site, source } = await connectTrialSite(page)
  const context = await browser.newContext({ locale: 'en-GB' })
  const guest = await context.newPage()
  await writeReview(guest, site, { stars: '5 stars', author: 'Ada L.', text: 'Lovely.' })
  await writeReview(guest, site, { stars: '1 star', author: 'Alan T.', text: 'Closed early.' })
  await syncNow(page, source)
  const rows = page.getByRole('main').locator('[data-row-link]')
  await openWhenHtmlMatches(page, /Ada L\.[\s\S]*Alan T\.|Alan T\.[\s\S]*Ada L\./, '/reviews')
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'Stars' }).click()
  await page.getByRole('menuitemradio', { name: '3 or fewer' }).click()
  await expect(page).toHaveURL(/rating=low/)
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Words or author').fill('closed')
  await expect(page).toHaveURL(/search=closed/)
  await expect(rows).toHaveCount(1)
  await page.goto('/reviews?reply=live')
  await expect(page.getByText('No matching reviews')).toBeVisible()

  await page.getByRole('navigation', { name: 'Reviews' }).getByRole('link', { name: 'Statistics' }).click()
  await expect(page).toHaveURL(/\/reviews\/statistics$/)
  await expect(page.getByText('3', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Trial site/ })).toContainText('2')

  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Reviews to reply to' })).toContainText('Closed early.')
  await context.close()
})

async function aTemplate(page: Page): Promise<void> {
  const created = await page.request.post('/api/trpc/replyTemplates.create', {
    headers: { Origin: SERVICE.baseUrl },
    data: { kind: 'review', name: 'Thanks', texts: { en: 'Thank you, {{name|there}}', fr: '' } },
  })
  expect(created.status()).toBe(200)
}
