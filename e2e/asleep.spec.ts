import { expect, signIn, stayAsleep, test } from './fixtures'
import { holdScripts } from './hold-scripts'
import { SERVICE } from './service-address'

// A trace asks the page, which takes that for a sign of a person: code would come that nobody asked for.
test.use({ trace: 'off' })

test('what is typed into a text that stands there before the form is awake stays', async ({
  browser,
  page: elsewhere,
  owner,
  call,
}) => {
  await signIn(elsewhere, owner)
  // A browser whose pointer has never been anywhere: where it rests, a page that is drawn under it takes it for a move.
  const storageState = await elsewhere.context().storageState()
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB', storageState })
  await stayAsleep(context)
  const page = await context.newPage()
  const step = { type: 'email', delay: 0, subject: 'Thank you', body: 'Drawn by the server' }
  const answer = await page.request.post('/api/trpc/sequences.save', {
    data: { name: 'Thanks', steps: [step] },
    headers: { origin: SERVICE.baseUrl },
  })
  expect(answer.status()).toBe(200)
  const { id } = (await call('GET /sequences')).body.data[0]
  await page.goto(`/sequences/${id}`, { waitUntil: 'networkidle' })
  const scripts = await holdScripts(page)
  const message = page.getByLabel('Message')
  await message.fill('Typed early')
  await expect.poll(scripts.count).toBeGreaterThan(0)
  scripts.release()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Sequence saved')).toBeVisible()
  await expect(message).toHaveValue('Typed early')
  expect((await call(`GET /sequences/${id}`)).body.data.steps).toMatchObject([{ body: 'Typed early' }])
  await context.close()
})
