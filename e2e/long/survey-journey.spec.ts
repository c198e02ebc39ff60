import { randomUUID } from 'node:crypto'
import type { FrameLocator, Page } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { findAxeViolations, findAxeViolationsInBothSchemes } from '../axe-violations'
import { aForeignSite } from '../foreign-site'
import { waitForMails } from '../mail-folder'
import { SERVICE } from '../service-config'
import { anEmailAddress, expect, testWithOwnOrganization as test } from '../signed-in-test'
import { extractSurveyLink } from '../submit-survey-page'
import { pressEnter, readMessages } from './journey-steps'

const NAMESPACES = [
  'common',
  'responses',
  'sender',
  'sharedResults',
  'sharing',
  'survey',
  'surveyResults',
  'surveys',
  'surveyWidgets',
]

/** Answers that come sooner are flagged. */
const FASTEST_PERSON_MS = 2000

const TEMPLATE = {
  en: { name: 'After a visit', score: 'How satisfied are you with your visit?', liked: /^Who or what made/ },
  fr: { name: 'Après une visite', score: 'Êtes-vous satisfait de votre visite\u202f?', liked: /^Qui ou quoi a fait/ },
}

for (const { locale, width } of [
  { locale: 'en', width: 1440 },
  { locale: 'fr', width: 390 },
] as const)
  test(`an owner takes a template to results from three channels and shares them: ${locale}, ${width} pixels wide`, async ({
    page,
    call,
    browser,
  }, info) => {
    test.setTimeout(300_000)
    const text = readMessages(locale, NAMESPACES)
    const template = TEMPLATE[locale]
    await page.setViewportSize({ width, height: 900 })
    await page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url: SERVICE.baseUrl }])
    const button = (name: string, within: Page | FrameLocator = page) =>
      within.getByRole('button', { name, exact: true })
    const tab = (name: string) =>
      page.getByRole('navigation', { name: text('surveyResults.tabs.label') }).getByRole('link', { name, exact: true })
    const capture = (name: string, of: Page = page) =>
      of.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
    const checkPage = async (name: string) => {
      // A fading toast changes the contrast of what it covers.
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
      expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
      await capture(name)
    }

    await page.goto('/surveys/new')
    await checkPage('1-templates')
    await pressEnter(page.getByRole('link', { name: template.name, exact: true }))
    await expect(page.getByLabel(text('surveys.fields.name'), { exact: true })).toHaveValue(template.name)
    await checkPage('2-survey-form')
    await pressEnter(button(text('surveys.create')))
    await expect(page).toHaveURL(/\/surveys\/[0-9a-f-]{36}$/)
    const [, surveyId = ''] = /surveys\/([0-9a-f-]{36})/.exec(page.url()) ?? []

    await page.goto('/settings/sender')
    await page.getByLabel(text('sender.color.hex')).fill('#7a1f5c')
    await page.getByLabel(text('sender.look.corners.label')).selectOption(text('sender.look.corners.large'))
    const preview = page.frameLocator(`iframe[title="${text('sender.look.preview.frame')}"]`)
    await expect(button(text('survey.submit'), preview)).toHaveCSS('background-color', 'rgb(122, 31, 92)')
    await pressEnter(button(text('common.save')))
    await expect(page.getByRole('listitem').filter({ hasText: text('sender.saved') })).toBeVisible()
    await checkPage('3-brand')

    await page.goto(`/surveys/${surveyId}/sharing`)
    await pressEnter(button(text('sharing.new')))
    await page.getByLabel(text('sharing.fields.name'), { exact: true }).fill('Lyon')
    await pressEnter(button(text('sharing.create')))
    await pressEnter(page.getByRole('link', { name: 'Lyon', exact: true }))
    await expect(page.getByRole('img', { name: new RegExp(text('sharing.link.alt', { url: '' })) })).toHaveCount(2)
    await checkPage('4-link-and-code')
    const [link] = (await call(`GET /surveys/${surveyId}/links`)).body.data

    const site = await aForeignSite()
    await page.goto(`/surveys/${surveyId}/sharing`)
    await pressEnter(button(text('surveyWidgets.new')))
    await page.getByLabel(text('surveyWidgets.fields.name'), { exact: true }).fill('Lyon')
    await page.getByLabel(text('surveyWidgets.fields.origins'), { exact: true }).fill(site.origin)
    await page.getByLabel(text('surveyWidgets.fields.delaySeconds'), { exact: true }).fill('0')
    await pressEnter(button(text('surveyWidgets.create')))
    await expect(page.getByText(text('surveyWidgets.created', { name: 'Lyon' })).first()).toBeVisible()
    await checkPage('5-sharing')
    const [widget] = (await call(`GET /surveys/${surveyId}/widgets`)).body.data

    const email = anEmailAddress()
    await call('POST /contacts', { email, firstName: 'Ada', preferredLanguage: locale })
    expect((await call(`POST /surveys/${surveyId}/send`, { contacts: [{ email }] })).status).toBe(200)
    const [mail] = await waitForMails(email)

    const context = await browser.newContext({
      baseURL: SERVICE.baseUrl,
      locale,
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: [] },
    })
    const customer = await context.newPage()
    const answer = async (form: Page | FrameLocator, score: number, words: string) => {
      const shownAt = Date.now()
      // By the keyboard: the panel of the widget still moves as it appears.
      await form.getByRole('radio', { name: new RegExp(`^${score}\\b`) }).press(' ')
      await form.getByRole('textbox', { name: template.liked }).fill(words)
      await expect(button(text('survey.submit'), form)).toHaveCSS('background-color', 'rgb(122, 31, 92)')
      await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(FASTEST_PERSON_MS)
      await pressEnter(button(text('survey.submit'), form))
      await expect(form.getByRole('heading', { name: text('survey.thanks.title') })).toBeVisible()
    }
    const run = randomUUID()
    await customer.goto(extractSurveyLink(mail?.mail.text) ?? '')
    expect(await findAxeViolations(customer)).toEqual([])
    await capture('6-survey', customer)
    await answer(customer, 5, `email ${run}`)
    await customer.goto(new URL(link.url).pathname)
    await answer(customer, 5, `link ${run}`)
    await capture('7-thanks', customer)
    site.setBody(widget.snippet, { lang: locale })
    await customer.goto(site.origin)
    await answer(customer.frameLocator('body > feedback-widget iframe'), 5, `web ${run}`)
    await capture('8-widget', customer)
    await context.close()
    await site.close()

    await page.goto(`/surveys/${surveyId}`)
    await pressEnter(tab(text('surveyResults.tab')))
    const region = (name: string | RegExp, within: Page = page) => within.getByRole('region', { name, exact: true })
    const three = text('surveyResults.n', { count: 3 })
    await expect(region(template.score).getByText(three)).toBeVisible()
    await checkPage('9-results')
    await page.goto(`/surveys/${surveyId}/results?channel=web`)
    await expect(region(template.score).getByText(text('surveyResults.n', { count: 1 }))).toBeVisible()
    await expect(region(template.liked).getByText(`web ${run}`)).toBeVisible()

    await page.goto(`/surveys/${surveyId}/results`)
    await pressEnter(button(text('sharedResults.share')))
    const dialog = page.getByRole('dialog', { name: text('sharedResults.formTitle') })
    await dialog.getByLabel(text('sharedResults.showsTexts')).press(' ')
    await pressEnter(dialog.getByRole('button', { name: text('sharedResults.create'), exact: true }))
    const address = await dialog.getByRole('textbox', { name: text('sharedResults.address') }).inputValue()
    await capture('10-share')
    const visitor = await browser.newContext({ locale, viewport: { width, height: 900 }, javaScriptEnabled: false })
    const visit = await visitor.newPage()
    await visit.goto(address)
    await expect(region(template.score, visit).getByText(three)).toBeVisible()
    for (const channel of ['email', 'link', 'web']) await expect(visit.getByText(`${channel} ${run}`)).toBeVisible()
    await expect(visit.getByText('Ada')).toHaveCount(0)
    await capture('11-shared-results', visit)
    await visitor.close()
    const answered = async (filter: string) =>
      (await call(`GET /surveys/${surveyId}/results?${filter}`)).body.data.responses
    for (const channel of ['email', 'link', 'web']) expect(await answered(`channel=${channel}`), channel).toBe(1)
    expect(await answered(`language=${locale}`)).toBe(3)
  })
