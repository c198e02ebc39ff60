import { expect, type Page, type Request } from '@playwright/test'

/** Tracks the pending requests of a page, starting now. */
export function watchRequests(page: Page): { idle: () => Promise<void> } {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return {
    /** Resolves when no request is pending and none starts within two frames. */
    idle: () =>
      expect(async () => {
        expect(underWay.size).toBe(0)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        expect(underWay.size).toBe(0)
      }).toPass(),
  }
}
