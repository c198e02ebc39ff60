import { expect, type Page } from '@playwright/test'

export function extractSurveyLink(text = ''): string | undefined {
  return /http:\/\/\S+\/s\/[\w-]{43}/.exec(text)?.[0]
}

/** Submits a score and the answer to “What is the reason?” through the survey page. */
export async function submitSurveyPage(
  page: Page,
  link: string | undefined,
  score: number,
  reason: string,
): Promise<void> {
  await page.goto(`${link}?score=${score}`)
  await page.getByLabel('What is the reason?').fill(reason)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: /thank/i })).toBeVisible()
}
