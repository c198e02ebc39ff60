import { LOCALE_COOKIE } from '@/server/messages/locale'
import { findAxeViolations } from './axe-violations'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'
import { anEmailAddress, expect, testWithOwnOrganization as test, toastWithText } from './signed-in-test'

/** 64 by 16 pixels in one colour. */
const LOGO = 'R0lGODlhQAAQAIAAAExpcaAwICH5BAUAAAAALAAAAABAABAAAAIejI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC5sFADs='

test('an owner sets up the sender, and customers see it in the email and on the survey page', async ({
  page,
  browser,
  call,
}) => {
  test.setTimeout(120_000)
  await page.goto('/settings/sender')
  const preview = page.frameLocator('iframe[title="Preview of a survey email"]')
  await expect(preview.getByText('Answer the survey')).toBeVisible()
  await page
    .getByLabel('Logo file')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(toastWithText(page, 'Choose a PNG, JPEG, WebP or GIF image')).toBeVisible()
  await page
    .getByLabel('Logo file')
    .setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from(LOGO, 'base64') })
  await expect(toastWithText(page, 'Logo saved')).toBeVisible()
  await expect(preview.getByRole('img')).toBeVisible()

  await page.getByLabel('Sender name').fill('Anna of the café')
  await page.getByLabel('Colour code').fill('#ffcc00')
  await expect(page.getByText('White text on #ffcc00 has 1.5:1')).toContainText(
    'buttons get black text instead: 13.8:1',
  )
  await page.getByRole('button', { name: 'the nearest colour without an outline' }).click()
  await expect(page.getByLabel('Colour code')).not.toHaveValue('#ffcc00')
  await page.getByLabel('Colour code').fill('#ffcc00')
  await page.getByLabel('Corners').selectOption('Round')
  await page.getByRole('combobox', { name: 'Light or dark' }).selectOption('Always dark')
  const surveyPage = page.frameLocator('iframe[title="Preview of a survey page"]')
  await expect(surveyPage.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(surveyPage.getByRole('button', { name: 'Send' })).toHaveCSS('border-radius', '18px')
  await page.getByRole('button', { name: 'Thanks' }).click()
  await page.getByRole('button', { name: 'Computer' }).click()
  await expect(surveyPage.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await page.getByLabel('Text in English').fill('Registered in Paris')
  await expect(preview.getByText('Registered in Paris')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastWithText(page, 'Sender saved')).toBeVisible()

  const replies = anEmailAddress()
  await page.getByLabel('Email address').fill(replies)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`Waiting for ${replies}`)).toBeVisible()
  expect(await findAxeViolations(page, { ruleSet: 'wcag and practice' })).toEqual([])
  const [question] = await waitForMails(replies)
  const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await stranger.goto(/http:\S*\/confirm-reply-to\/[\w-]+/.exec(question?.mail.text ?? '')?.[0] ?? '')
  await stranger.getByRole('button', { name: 'Receive the replies' }).click()
  await expect(stranger.getByRole('heading', { name: 'Replies come here now' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Replies go to')).toHaveValue('address')

  const survey = (await call('POST /surveys', { name: 'Visit', type: 'nps', questions: [] })).body.data
  const email = anEmailAddress()
  await call(`POST /surveys/${survey.id}/send`, { contacts: [{ email, firstName: 'Ida' }] })
  const [received] = await waitForMails(email)
  expect(received?.mail.from?.name).toBe('Anna of the café')
  expect(received?.mail.replyTo?.map(({ address }) => address)).toEqual([replies])
  expect(received?.mail.text).toContain('Registered in Paris')
  const logo = /<img src="([^"]+)"/.exec(received?.mail.html ?? '')?.[1] ?? ''
  expect((await page.request.get(logo)).headers()['content-type']).toBe('image/png')
  const surveyUrl = /href="(http:[^"?]*\/s\/[\w-]{43})/.exec(received?.mail.html ?? '')?.[1] ?? ''
  await stranger.goto(surveyUrl)
  const image = stranger.getByRole('img')
  await expect(image).toBeVisible()
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(64)
  await stranger.context().close()
  await page.goto(surveyUrl)
  expect(await findAxeViolations(page, { ruleSet: 'wcag and practice' })).toEqual([])

  await page.context().addCookies([{ name: LOCALE_COOKIE, value: 'fr', url: SERVICE.baseUrl }])
  await page.goto('/settings/sender')
  await expect(page.getByText('Un texte blanc sur #ffcc00 n’a que 1,5:1')).toBeVisible()
  expect(await findAxeViolations(page, { ruleSet: 'wcag and practice' })).toEqual([])
})
