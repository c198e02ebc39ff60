import { chromium } from '@playwright/test'
const [,, list, base='http://localhost:3400'] = process.argv
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const spec of list.split(';')) {
  const [path, width, scheme, locale, full, forced] = spec.split(',')
  const c = await b.newContext({ baseURL: base, viewport: { width: +width, height: 900 }, colorScheme: scheme, locale, forcedColors: forced === 'forced' ? 'active' : 'none', storageState: process.env.STATE })
  const p = await c.newPage()
  await p.goto(path, { waitUntil: 'networkidle' })
  await p.screenshot({ path: `/tmp/shots/${path.replace(/\W+/g, '_')}-${width}-${scheme}-${locale}${forced ?? ''}.png`, fullPage: full === 'full' })
  await c.close()
}
await b.close()
