import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { faultsOn } from './axe'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-address'
import { anAddress, expect, expectAccepted, expectRefused, test, testAlone } from './signed-in'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const linkIn = (text = '') => /http:\/\/\S+\/s\/[\w-]{43}/.exec(text)?.[0]
const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)

async function answer(page: Page, link: string | undefined, score: number, reason: string): Promise<void> {
  await page.goto(`${link}?score=${score}`)
  await page.getByLabel('What is the reason?').fill(reason)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: /thank/i })).toBeVisible()
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height, middle: box.y + box.height / 2 }
}

testAlone(
  'response filters appear in the URL and show the matching rows, and a response page shows its answers',
  async ({ page, call, heading, press, choose, open, aSurvey }) => {
    const question = { type: 'text', text: 'What is the reason?' }
    const [visits, orders] = await Promise.all([
      aSurvey('Visits', { questions: [question] }),
      aSurvey('Orders', { type: 'csat', questions: [question] }),
    ])
    const run = randomUUID()
    const addressOf = (name: string) => `${name.toLowerCase()}-${run}@example.com`
    const given = [
      { survey: visits, name: 'Ada', score: 3, reason: 'Too loud' },
      { survey: visits, name: 'Bo', score: 8, reason: 'Quite good' },
      { survey: visits, name: 'Cleo', score: 10, reason: 'Splendid' },
      { survey: orders, name: 'Dan', score: 5, reason: 'Arrived early' },
    ]
    for (const survey of [visits, orders]) {
      const contacts = given
        .filter((one) => one.survey === survey)
        .map(({ name }) => ({ email: addressOf(name), firstName: name }))
      expect((await call(`POST /surveys/${survey}/send`, { contacts })).status).toBe(200)
    }
    for (const { name, score, reason } of given) {
      const [mail] = await waitForMails(addressOf(name))
      await answer(page, linkIn(mail?.mail.text), score, reason)
    }
    const shows = async (...names: string[]) => {
      for (const { name } of given) await expect(rowOf(page, name)).toHaveCount(names.includes(name) ? 1 : 0)
    }
    await open('/responses')
    await shows('Ada', 'Bo', 'Cleo', 'Dan')
    for (const [name, score] of [
      ['Ada', 'NPS 3/10 Negative'],
      ['Bo', 'NPS 8/10 Neutral'],
      ['Cleo', 'NPS 10/10 Positive'],
      ['Dan', 'CSAT 5/5 Positive'],
    ] as const)
      await expect(rowOf(page, name).getByRole('cell', { name: score, exact: true })).toBeVisible()

    await choose('Survey', 'Visits')
    await expect(page).toHaveURL(new RegExp(`survey=${visits}`))
    await shows('Ada', 'Bo', 'Cleo')
    await choose('Sentiment', 'Negative')
    await expect(page).toHaveURL(/band=negative/)
    await shows('Ada')
    await page.reload()
    await shows('Ada')
    await page.getByRole('link', { name: 'Remove filter Sentiment: Negative' }).click()
    await expect(page).not.toHaveURL(/band=/)
    await shows('Ada', 'Bo', 'Cleo')

    await press('Score')
    await page.getByRole('spinbutton', { name: 'Minimum score' }).fill('7')
    await page.getByRole('spinbutton', { name: 'Maximum score' }).fill('9')
    await press('Apply')
    await expect(page).toHaveURL(/min=7&max=9/)
    await shows('Bo')
    await page.getByRole('link', { name: 'Clear all' }).click()
    await shows('Ada', 'Bo', 'Cleo', 'Dan')

    await press('Dates')
    await page.getByLabel('From', { exact: true }).fill(day(-1))
    await page.getByLabel('To', { exact: true }).fill(day(1))
    await press('Apply')
    await expect(page).toHaveURL(new RegExp(`from=${day(-1)}&to=${day(1)}`))
    await shows('Ada', 'Bo', 'Cleo', 'Dan')
    await press('Dates')
    await page.getByLabel('From', { exact: true }).fill(day(-900))
    await page.getByLabel('To', { exact: true }).fill(day(-890))
    await press('Apply')
    await expect(page.getByText('No matching responses')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()

    await rowOf(page, 'Ada').getByRole('link').click()
    await expect(heading('Ada')).toBeVisible()
    const answers = page.getByRole('region', { name: 'Answers' })
    await expect(answers.getByRole('definition')).toHaveText(['NPS 3/10 Negative', 'Too loud'])
    await expect(answers.getByRole('term').nth(1)).toHaveText('What is the reason?')
    await expect(page.getByText(`Addressed to ${addressOf('Ada')}`)).toBeVisible()
  },
)

test('on a phone a response shows name, score and time on one line and its wrapped comment below', async ({
  page,
  call,
  open,
  aSurvey,
}) => {
  test.setTimeout(90_000)
  const surveyId = await aSurvey('By phone', { questions: [{ type: 'text', text: 'What is the reason?' }] })
  const email = anAddress()
  const contact = { email, firstName: 'Bartholomew', lastName: 'Featherstonehaugh-Cholmondeley of the Upper Valley' }
  expect((await call(`POST /surveys/${surveyId}/send`, { contacts: [contact] })).status).toBe(200)
  const [mail] = await waitForMails(email)
  const reason = 'We waited a long time at the till, and nobody could say why. '.repeat(6).trim()
  await answer(page, linkIn(mail?.mail.text), 6, reason)

  for (const [place, item] of [
    ['/responses', rowOf(page, 'Bartholomew')],
    [
      '/',
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: /^Bartholomew/ }) })
        .first(),
    ],
  ] as const)
    for (const width of [390, 320]) {
      const where = `${place} at ${width}`
      await page.setViewportSize({ width, height: 844 })
      if (width === 390) await open(place)
      await item.scrollIntoViewIfNeeded()
      await expect(item.getByText('NPS 6/10'), where).toBeInViewport({ ratio: 1 })
      const [name, score, time, words] = await Promise.all([
        boxOf(item.getByRole('link')),
        boxOf(item.getByText('NPS 6/10')),
        boxOf(item.locator('time')),
        // The cell or paragraph that clamps the text to its first lines.
        boxOf(item.getByText(/^We waited/).locator('xpath=ancestor-or-self::*[self::td or self::p][1]')),
      ])
      expect(name.width, where).toBeGreaterThan(32)
      expect(name.right, where).toBeLessThanOrEqual(score.x)
      expect(score.right, where).toBeLessThanOrEqual(time.x)
      expect(time.right, where).toBeLessThanOrEqual(width)
      for (const part of [score, time]) expect(Math.abs(part.middle - name.middle), where).toBeLessThan(6)
      expect(words.y, where).toBeGreaterThanOrEqual(Math.max(name.bottom, score.bottom) - 1)
      expect(words.height, where).toBeGreaterThan(30)
      expect(words.height, where).toBeLessThan(70)
      expect(words.right, where).toBeLessThanOrEqual(width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width)
    }
})

test('the date filter fits its panel from 320 to 1280 px and refuses an end before the start, in the URL too', async ({
  page,
  open,
  press,
}) => {
  test.setTimeout(90_000)
  const turned = '/responses?from=2026-11-20&to=2026-11-01'
  const languages = [
    {
      locale: 'en',
      from: 'From',
      to: 'To',
      apply: 'Apply',
      refused: /The end date cannot be before the start date\./,
      nothing: /nothing can match/,
    },
    {
      locale: 'fr',
      from: 'Du',
      to: 'Au',
      apply: 'Appliquer',
      refused: /La date de fin ne peut pas précéder la date de début\./,
      nothing: /rien ne peut correspondre/,
    },
  ]
  for (const { locale, from, to, apply, refused, nothing } of languages) {
    await page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url: SERVICE.baseUrl }])
    const [first, last] = [page.getByLabel(from, { exact: true }), page.getByLabel(to, { exact: true })]
    const panel = page.locator('[popover]').filter({ has: first })
    await open(turned)
    await expect(page.getByText(nothing)).toBeVisible()
    await press('Dates')
    await expectRefused(last, refused)
    await expect(panel).toHaveCSS('opacity', '1')
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      // Layout lags behind the window resize.
      await expect(async () => {
        const [around, ...fields] = await Promise.all([panel, first, last].map((part) => boxOf(part)))
        expect(around?.x).toBeGreaterThanOrEqual(0)
        expect(around?.right).toBeLessThanOrEqual(width)
        for (const field of fields) {
          expect(field.x).toBeGreaterThanOrEqual(around?.x ?? width)
          expect(field.right).toBeLessThanOrEqual(around?.right ?? 0)
          // Browsers cut off the day in narrower date inputs.
          expect(field.width).toBeGreaterThanOrEqual(150)
        }
        expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      }).toPass()
    }
    await first.fill('2026-11-21')
    await expectAccepted(last)
    await press(apply)
    await expectRefused(last, refused)
    await expect(last).toBeFocused()
    await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-01$/)
    await last.fill('2026-11-21')
    await press(apply)
    await expect(page).toHaveURL(/from=2026-11-21&to=2026-11-21$/)
    await expect(page.getByText(nothing)).toHaveCount(0)
  }
})

test('a text message without an SMS provider stays in the Outbox with a working survey link', {
  tag: '@variant',
}, async ({ page, call, heading, open, aSurvey, aSequence }) => {
  const surveyId = await aSurvey('By text message', {
    type: 'custom',
    questions: [{ type: 'yes_no', text: 'Was it warm?' }],
  })
  const id = await aSequence({
    name: 'Texts',
    steps: [{ type: 'sms', surveyId, body: 'Hello {{firstName|there}}: {{surveyLink}}' }],
  })
  const contacts = [{ email: 'tess@example.com', firstName: 'Tess', phone: '+33612345678' }]
  expect((await call(`POST /sequences/${id}/execute`, { contacts })).status).toBe(200)
  const row = page.getByRole('row', { name: /\+33612345678/ })
  await expect(async () => {
    await open('/outbox')
    await expect(row).toContainText('Hello Tess: http', { timeout: 1000 })
  }).toPass()
  await row.getByRole('link').click()
  await expect(heading('Text message to +33612345678')).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: /\/s\/[\w-]{43}$/ }).click()
  const survey = await opened
  await expect(survey.getByRole('group', { name: 'Was it warm?' })).toBeVisible()
  await survey.close()
})

test('an owner searches comments by word form, filters by tags, and exports the matches as CSV and JSON', async ({
  page,
  call,
  open,
  press,
  aSurvey,
}) => {
  const survey = await aSurvey('Refunds', { questions: [{ type: 'text', text: 'What is the reason?' }] })
  const given = [
    { firstName: 'Eloise', reason: 'J’attends mes remboursements…', preferredLanguage: 'fr' },
    { firstName: 'Felix', reason: 'On a refusé de me rembourser', preferredLanguage: 'fr' },
    { firstName: 'Gita', reason: 'Nothing to say', preferredLanguage: 'en' },
  ].map((one) => ({ ...one, email: anAddress() }))
  for (const { reason: _reason, ...contact } of given) expect((await call('POST /contacts', contact)).status).toBe(201)
  const contacts = given.map(({ email }) => ({ email }))
  expect((await call(`POST /surveys/${survey}/send`, { contacts })).status).toBe(200)
  for (const { email, reason } of given) {
    const [mail] = await waitForMails(email)
    const body = new URLSearchParams({ 'q.nps': '2', 'q.what-is-the-reason': reason })
    const sent = await fetch(linkIn(mail?.mail.text) ?? '', { method: 'POST', body, redirect: 'manual' })
    expect(sent.status).toBe(303)
  }

  await open(`/responses?survey=${survey}`)
  await page.getByRole('searchbox', { name: 'Words or contact' }).fill('remboursement')
  await expect(page).toHaveURL(/search=remboursement/)
  await expect(rowOf(page, 'Gita')).toHaveCount(0)
  await expect(rowOf(page, 'Eloise').locator('mark')).toHaveText(['remboursements'])
  await expect(rowOf(page, 'Felix').locator('mark')).toHaveText(['rembourser'])

  for (const [name, tag] of [
    ['Eloise', 'Money'],
    ['Felix', 'Refused'],
  ] as const) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await press('Add a tag')
    await page.getByRole('combobox', { name: 'Add a tag' }).fill(tag)
    // Waits for the response, because the toast repeats the text of the first change.
    const changed = page.waitForResponse(/\/responses\.bulk(\?|$)/)
    await page.getByRole('option', { name: `Create “${tag}”` }).click()
    expect((await changed).status()).toBe(200)
    await page.getByRole('checkbox', { name: `Select ${name}` }).uncheck()
  }
  await open(`/responses?survey=${survey}`)
  await press('Tag')
  await page.getByRole('checkbox', { name: 'Money' }).check()
  await expect(page).toHaveURL(/tag=/)
  await expect(rowOf(page, 'Felix')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Refused' }).check()
  await expect(page.getByRole('link', { name: 'Remove filter Tag: Money or Refused' })).toBeVisible()
  await expect(rowOf(page, 'Felix')).toHaveCount(1)
  await expect(rowOf(page, 'Gita')).toHaveCount(0)
  await page.keyboard.press('Escape')

  const take = async (name: string) => {
    await press('Export')
    const taken = page.waitForEvent('download')
    await page.getByRole('link', { name }).click()
    const file = readFileSync(await (await taken).path(), 'utf8')
    await page.keyboard.press('Escape')
    return file
  }
  await press('Export')
  await expect(page.getByText('All 2 responses that match, on every page, with all their answers.')).toBeVisible()
  expect(await faultsOn(page, { by: 'everything' })).toEqual([])
  await page.keyboard.press('Escape')
  const table = (await take('CSV, for spreadsheets')).trim().split('\r\n')
  expect(table).toHaveLength(3)
  expect(table[0]).toContain('Case,Assigned to,Due,Tags,Notes,ID')
  expect(table.slice(1).join()).toContain('Money')
  const told = JSON.parse(await take('JSON, for programs')) as { tags: string[]; answers: { value: unknown }[] }[]
  expect(told.map(({ tags }) => tags)).toEqual([['Refused'], ['Money']])
  expect(told.map(({ answers }) => answers.at(-1)?.value)).toEqual([given[1]?.reason, given[0]?.reason])

  await open(`/?by=tag&survey=${survey}`)
  const parts = page.getByRole('region', { name: 'Where it comes from' })
  await expect(parts.getByRole('link', { name: 'Money' })).toBeVisible()
  expect(await faultsOn(page, { by: 'everything' })).toEqual([])
})

test('words of 100 and 300 letters without a space widen no page of a response, a contact or a record', async ({
  page,
  call,
}) => {
  test.setTimeout(120_000)
  const [long, name] = ['W'.repeat(300), 'W'.repeat(100)]
  const made = async (path: string, body: object) => {
    const answered = await call(`POST ${path}`, body)
    expect(answered.status, path).toBe(201)
    return `${path}/${answered.body.data.id}`
  }
  const [location, company, employee] = await Promise.all([
    made('/locations', { name: `${name.slice(1)}L` }),
    made('/contact-organizations', { name: `${name.slice(1)}C` }),
    made('/employees', { name: `${name.slice(1)}E` }),
  ])
  const survey = await made('/surveys', { name, type: 'nps', questions: [{ type: 'text', text: long }] })
  const email = anAddress()
  const contact = await made('/contacts', {
    email,
    firstName: name,
    lastName: name,
    title: name,
    tags: ['W'.repeat(50)],
    customFields: { note: long },
    locationId: location.split('/').at(-1),
    contactOrganizationId: company.split('/').at(-1),
  })
  expect((await call(`POST ${survey}/send`, { contacts: [{ email }] })).status).toBe(200)
  const [mail] = await waitForMails(email)
  const link = linkIn(mail?.mail.text) ?? ''
  await page.goto(`${link}?score=3`)
  await page.getByRole('textbox').fill(`https://example.com/${long}`)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('We are sorry we fell short.')).toBeVisible()
  const [response] = (await call(`GET /responses?contact_id=${contact.split('/').at(-1)}`)).body.data

  const places = [
    `/responses/${response.id}`,
    contact,
    survey,
    location,
    company.replace('contact-organizations', 'companies'),
  ]
  for (const place of [...places, employee])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(place)
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrolled, `${place} at ${width}`).toBeLessThanOrEqual(width)
    }
})
