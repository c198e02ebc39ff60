import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { findAxeViolationsInBothSchemes } from '../axe-violations'
import { waitForMails } from '../mail-folder'
import { SERVICE } from '../service-config'
import { anEmailAddress, expect, testWithOwnOrganization as test } from '../signed-in-test'
import { pressEnter, readMessages } from './journey-steps'

const NAMESPACES = ['forecast', 'preview', 'sequenceResults', 'sequenceTemplates', 'sequences', 'survey', 'trigger']

for (const { locale, width, contactName } of [
  { locale: 'en', width: 1440, contactName: 'Ada' },
  { locale: 'fr', width: 390, contactName: 'Adèle' },
] as const)
  test(`a new owner takes a template to its first answer by keyboard: ${locale}, ${width} pixels wide`, async ({
    page,
    call,
    owner,
    request,
    dialog,
    browser,
  }) => {
    test.setTimeout(300_000)
    const text = readMessages(locale, NAMESPACES)
    await page.setViewportSize({ width, height: 900 })
    await page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url: SERVICE.baseUrl }])
    const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
    const tab = (name: string) =>
      page
        .getByRole('navigation', { name: text('sequences.tabs.label') })
        .getByRole('link', { name: new RegExp(`^${name}( |$)`) })
    const checkPage = async () => {
      // A fading toast changes the contrast of what it covers.
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
      expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
    }

    await call('POST /contacts', { email: anEmailAddress(), firstName: contactName })
    await page.goto('/sequences/new')
    await pressEnter(page.getByRole('link', { name: text('sequenceTemplates.visit.name') }))
    await expect(page.getByRole('textbox', { name: text('sequences.fields.name') })).toHaveValue(
      text('sequenceTemplates.visit.name'),
    )
    await checkPage()
    await pressEnter(button(text('sequences.saveDraft')))
    await expect(page).toHaveURL(/\/sequences\/[0-9a-f-]{36}\/entry\?template=visit$/)
    const [, sequenceId] = /sequences\/([0-9a-f-]{36})/.exec(page.url()) ?? []

    await pressEnter(tab(text('sequences.tabs.steps')))
    await pressEnter(button(text('preview.showStep', { number: 1 })))
    const preview = page.getByRole('region', { name: text('preview.ofStep', { number: 1 }) })
    await pressEnter(button(text('preview.test.send'), preview))
    await expect(preview.getByText(text('preview.test.sent', { recipient: owner.email }))).toBeVisible()
    await waitForMails(owner.email)
    await checkPage()

    await pressEnter(tab(text('forecast.tab')))
    await expect(page.getByRole('heading', { name: text('forecast.people', { count: 1 }) })).toBeVisible()
    await expect(page.getByText(text('forecast.gets.survey', { count: 1 })).first()).toBeVisible()
    await checkPage()

    await pressEnter(tab(text('sequences.tabs.steps')))
    await pressEnter(button(text('sequences.saveAndActivate')))
    await expect(page.getByRole('listitem').filter({ hasText: text('sequences.activated') })).toBeVisible()

    await page.goto(`/sequences/${sequenceId}/entry`)
    await pressEnter(button(text('trigger.create')))
    await expect(page).toHaveURL(/\/entry\/trigger$/)
    await pressEnter(button(text('trigger.show')))
    const url = (await page.getByText(/\/t\/[\w-]{43}$/).textContent()) ?? ''
    const email = anEmailAddress()
    const visit = { receipt: randomUUID(), guest: { email, name: `${contactName} Lovelace`, language: locale } }
    expect((await request.post(url, { data: visit })).status()).toBe(202)
    await expect(page.getByLabel(text('trigger.sample.label'), { exact: true })).toBeVisible({ timeout: 20_000 })
    const field = (name: string) => page.getByLabel(text(`trigger.fields.${name}`), { exact: true })
    await field('email').selectOption('["guest","email"]')
    await field('fullName').selectOption('["guest","name"]')
    await field('language').selectOption('["guest","language"]')
    await field('dedupeKey').selectOption('["receipt"]')
    await pressEnter(button(text('trigger.try')))
    await expect(page.getByText(text('trigger.would.entered'))).toBeVisible()
    await checkPage()
    await pressEnter(button(text('trigger.save')))
    await pressEnter(button(text('trigger.switchOn')))
    await expect(page.getByRole('listitem').filter({ hasText: text('trigger.switchedOn') })).toBeVisible()
    for (let sent = 0; sent < 2; sent += 1) expect((await request.post(url, { data: visit })).status()).toBe(202)

    // The template waits for a day.
    const sendings = async () => (await call(`GET /sendings?sequence_id=${sequenceId}`)).body.data
    await expect.poll(async () => (await sendings()).length).toBe(1)
    const [sending] = await sendings()
    expect((await call(`POST /sendings/${sending.id}/skip`, { what: 'wait' })).status).toBe(200)
    const [mail] = await waitForMails(email)
    const surveyUrl = /href="(http:[^"?]*\/s\/[\w-]{43})/.exec(mail?.mail.html ?? '')?.[1]
    const phone = await browser.newContext({ locale, viewport: { width: 390, height: 844 } })
    const surveyPage = await phone.newPage()
    await surveyPage.goto(`${surveyUrl}?score=5`)
    await pressEnter(button(text('survey.submit'), surveyPage))
    await expect(surveyPage.getByRole('heading', { level: 1, name: text('survey.thanks.title') })).toBeVisible()
    await phone.close()

    await page.goto(`/sequences/${sequenceId}/results`)
    const answered = page
      .getByRole('article')
      .filter({ hasText: text('sequences.step', { number: 1 }) })
      .getByRole('link', { name: new RegExp(`^${text('sequenceResults.states.answered')}\\s1`) })
    await expect(async () => {
      await page.reload()
      await expect(answered).toBeVisible()
    }).toPass()
    await checkPage()
    await pressEnter(answered)
    await expect(page.getByRole('row', { name: new RegExp(contactName) })).toHaveCount(1)
    await expect(dialog()).toHaveCount(0)
    await checkPage()
    expect(await sendings()).toHaveLength(1)
  })
