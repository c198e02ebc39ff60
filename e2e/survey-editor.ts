import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/* Parts of the survey editor. */

/** @param start of the title of the card, such as “Question 2” */
export const questionCard = (page: Page, start: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: start }) })

export const cardButton = (card: Locator) => card.getByRole('heading', { level: 3 }).getByRole('button')

export async function openCard(page: Page, start: string): Promise<Locator> {
  const card = questionCard(page, start)
  await cardButton(card).click()
  await expect(cardButton(card)).toHaveAttribute('aria-expanded', 'true')
  return card
}

export const questionText = (card: Locator) => card.getByRole('textbox', { name: 'Question', exact: true })

export const languageButton = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: /^(?:Language to edit|Langue à modifier)$/ }).getByRole('button', { name })
