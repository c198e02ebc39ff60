import { expect, signInByCookie, test } from './fixtures'
import { SERVICE } from './service-config'

test('the sign-in page stays below its size limits, hardly shifts when its only font loads late, and has tabular figures', async ({
  page,
  owner,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const responses = new Map<string, { url: string; type: string }>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response, type }) =>
    responses.set(requestId, { url: response.url, type }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { url = '', type = '' } = responses.get(requestId) ?? {}
    if (url.startsWith(SERVICE.baseUrl)) bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength)
  })
  await page.addInitScript(() => {
    const layoutShift = { total: 0 }
    Object.assign(globalThis, { layoutShift })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) layoutShift.total += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const heldFonts: (() => void)[] = []
  await page.route('**/fonts/**', async (route) => {
    await new Promise<void>((resolve) => heldFonts.push(resolve))
    await route.continue()
  })
  await page.goto('/sign-in', { waitUntil: 'domcontentloaded' })
  await expect.poll(() => heldFonts.length).toBe(1)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  for (const release of heldFonts) release()
  await page.waitForLoadState()
  await page.unroute('**/fonts/**')
  await page.evaluate(async () => {
    await document.fonts.ready
    // The shift is reported after the frame that shows the font.
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  })
  test.info().annotations.push({ type: 'bytes of /sign-in', description: JSON.stringify([...bytes]) })
  expect(bytes.get('Script')).toBeLessThan(5 * 1024)
  expect(bytes.get('Document')).toBeLessThan(8 * 1024)
  expect(bytes.get('Font')).toBeLessThan(26 * 1024)
  const readLayoutShift = () =>
    page.evaluate(() => (globalThis as unknown as { layoutShift: { total: number } }).layoutShift.total)
  // A cumulative layout shift of at most 0.1 is good (https://web.dev/articles/cls). This browser lacks Arial, to which the fallback's
  // metrics are adjusted, so it shows the largest shift.
  expect(await readLayoutShift()).toBeLessThan(0.1)

  const fonts = [...responses.values()].filter(({ type }) => type === 'Font').map(({ url }) => url)
  expect(fonts).toHaveLength(1)
  const { headers } = await fetch(fonts[0] ?? '')
  expect(headers.get('content-type')).toBe('font/woff2')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')

  await signInByCookie(page, owner)
  responses.clear()
  await page.goto('/contacts')
  const loaded = [...responses.values()].filter(({ type }) => type === 'Font').map(({ url }) => url)
  expect(loaded.filter((url) => !/\/fonts\/geist-(?:mono-)?latin\./.test(url))).toEqual([])
  const widths = await page.evaluate(async () => {
    await document.fonts.ready
    const measure = (text: string, style: string) => {
      const span = document.createElement('span')
      span.style.cssText = `position:absolute;font-size:40px;${style}`
      span.textContent = text
      document.body.append(span)
      const { width } = span.getBoundingClientRect()
      span.remove()
      return width
    }
    const tabular = 'font-variant-numeric:tabular-nums'
    return {
      isOurs: document.fonts.check('16px Geist') && measure('mmmm', '') !== measure('mmmm', 'font-family:sans-serif'),
      tabular: [measure('1111', tabular), measure('0000', tabular)],
      usual: [measure('1111', ''), measure('0000', '')],
    }
  })
  expect(widths.isOurs).toBe(true)
  expect(widths.tabular[0]).toBe(widths.tabular[1])
  expect(widths.usual[0]).not.toBe(widths.usual[1])
})
