import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from './fixtures'
import { SERVICE } from './service-config'

/* Steps that tests of members, accounts and organizations share. */

/** The link to that account page in an email, or an empty string. */
export function extractAccountLink(text = '', page: string): string {
  return new RegExp(`http://localhost:\\d+/${page}/[\\w-]{43}`).exec(text)?.[0] ?? ''
}

export function rowWithText(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

/** A browser context without the cookies of the page. */
export async function openSignedOutContext(page: Page): Promise<BrowserContext> {
  const browser = page.context().browser()
  if (!browser) throw new Error('no browser')
  return browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })
}

export function organizationMenuButton(page: Page): Locator {
  return page.getByRole('button', { name: /Account and organization/ })
}

export async function switchOrganizationInMenu(page: Page, name: string): Promise<void> {
  await page.goto('/')
  await organizationMenuButton(page).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
  await expect(organizationMenuButton(page)).toHaveAccessibleName(new RegExp(`^${name}`))
}
