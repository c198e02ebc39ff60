import type { Page } from '@playwright/test'

/** Holds every script request from now on, until `release`. */
export async function holdScriptRequests(page: Page) {
  let requestCount = 0
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    requestCount += 1
    await released
    await route.continue()
  })
  return { count: () => requestCount, release }
}
