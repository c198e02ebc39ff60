import { findAxeViolations } from './axe-violations'
import { expect, test } from './fixtures'
import { sendSurveyBeforeAll } from './survey-links'
import { blockSubmissions, heading, notice, OFFLINE_NOTICE, pressSend, scoreRadio } from './survey-page'

/* The thanks by band: texts, buttons and redirects to other sites. */

const HELP = 'https://help.example.com/?a=1&b=2'
const THANKS = {
  positive: {
    title: { en: 'Wonderful', fr: 'Formidable' },
    button: { label: { en: 'See what is new', fr: 'Voir les nouveautés' }, url: 'https://example.com/new' },
  },
  negative: { redirectUrl: HELP },
}

const { nextLink } = sendSurveyBeforeAll(4, [], { thanks: THANKS })

test.beforeEach(async ({ context }) => {
  await context.route('https://help.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Help</h1>' }),
  )
})

test('a band has a title and a button of its own, in both languages', async ({ page }) => {
  const link = nextLink()
  await page.goto(link.url)
  await scoreRadio(page, 10).check({ force: true })
  await pressSend(page)
  await expect(heading(page, 'Wonderful')).toBeVisible()
  await expect(page.getByText('We are glad it went well.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See what is new' })).toHaveAttribute('href', THANKS.positive.button.url)
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(`${link.url}?lang=fr`)
  await expect(page.getByRole('link', { name: 'Voir les nouveautés' })).toBeVisible()
})

test('the script goes to the owner’s page once the answers are stored, also when they were sent later', async ({
  page,
  context,
}) => {
  const link = nextLink()
  await page.goto(link.url)
  const unblock = await blockSubmissions(context)
  await scoreRadio(page, 2).check({ force: true })
  await pressSend(page)
  await expect(notice(page)).toContainText(OFFLINE_NOTICE)
  await unblock()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.waitForURL(HELP)
  expect(await link.responses()).toMatchObject([{ npsScore: 2 }])
  await page.goto(link.url)
  await expect(page.getByRole('link', { name: 'Continue to help.example.com' })).toHaveAttribute('href', HELP)
})

test('without JavaScript, sending the form leads to the owner’s page', async ({ browser }) => {
  const link = nextLink()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(link.url)
  await scoreRadio(page, 2).check({ force: true })
  // A policy that forbids the redirect would stop the request.
  const redirected = page.waitForRequest(HELP)
  await page.getByRole('button', { name: 'Send' }).click()
  await redirected
  expect(await link.responses()).toMatchObject([{ npsScore: 2 }])
  await context.close()
})
