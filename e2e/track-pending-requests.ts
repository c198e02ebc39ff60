import { expect, type Page, type Request } from '@playwright/test'

/** Tracks the pending requests of a page, starting now. */
export function trackPendingRequests(page: Page): { idle: () => Promise<void> } {
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return {
    /** Resolves when no request is pending and none starts within two frames. */
    idle: () =>
      expect(async () => {
        expect(pending.size).toBe(0)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        expect(pending.size).toBe(0)
      }).toPass(),
  }
}
