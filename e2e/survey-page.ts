import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './fixtures'
import type { SentSurveyLink } from './survey-links'

/* Controls and states of the survey page, for a survey with a score and `REASON_QUESTION`. */

export const REASON_QUESTION = {
  id: 'why',
  type: 'text',
  text: { en: 'What is the reason?', fr: 'Pour quelle raison ?' },
}
export const OFFLINE_NOTICE = /You seem to be offline\. Your answers are kept on this device/
export const BUSY_NOTICE = /We can’t receive your answers right now\. Your answers are kept on this device/

export const scoreRadio = (page: Page, value: number) => page.getByRole('radio', { name: new RegExp(`^${value}\\b`) })
export const reasonField = (page: Page) => page.getByLabel('What is the reason?')
export const notice = (page: Page) => page.getByRole('status')
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const pressSend = (page: Page) => page.getByRole('button', { name: 'Send' }).click()

export async function fillScoreAndReason(page: Page, value: number, words: string): Promise<void> {
  await scoreRadio(page, value).check({ force: true })
  await reasonField(page).fill(words)
}

export const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('survey ')))

/** Simulates a flaky connection: submissions fail, page loads work. @returns a function that restores the connection */
export async function blockSubmissions(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route('**/s/*', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  return () => context.unroute('**/s/*')
}

export async function expectOneResponse(link: SentSurveyLink, npsScore: number): Promise<void> {
  await expect.poll(link.responses).toMatchObject([{ npsScore, status: 'completed' }])
}
