import { findAxeViolations } from './axe-violations'
import { expect, test } from './fixtures'
import { anEmailAddress } from './signed-in-test'
import { sendSurveyBeforeAll } from './survey-links'

const { nextLink } = sendSurveyBeforeAll(1, [])

test('a customer asks in French and without JavaScript for fewer surveys, unsubscribes and comes back', async ({
  browser,
  page: pageWithScripts,
}) => {
  const { unsubscribe } = nextLink()
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(unsubscribe)
  await page.getByRole('link', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { name: 'Ne plus recevoir ces messages' })).toBeVisible()
  const fewer = page.getByRole('radio', { name: 'Une enquête au plus en 90 jours' })
  await fewer.check()
  await page.getByRole('radio', { name: 'Français' }).check()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('heading', { name: 'Vos choix sont enregistrés' })).toBeVisible()
  await expect(page.getByText('une enquête au plus en 90 jours de', { exact: false })).toContainText('en français')
  await expect(fewer).toBeChecked()
  await page.getByRole('button', { name: 'Se désabonner' }).click()
  await page.getByRole('button', { name: 'Se réabonner' }).click()
  await expect(fewer).toBeChecked()
  await page.context().close()
  // axe needs scripts.
  await pageWithScripts.goto(unsubscribe)
  expect(await findAxeViolations(pageWithScripts, { ruleSet: 'wcag and practice' })).toEqual([])
})

test('a customer who lost the link asks for it without JavaScript', async ({ browser, owner }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })).newPage()
  await page.goto(`/preferences/${owner.organizationId}`)
  await page.getByLabel('Your email address').fill(anEmailAddress())
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.context().close()
})
