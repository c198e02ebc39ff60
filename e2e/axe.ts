import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export type Rules = {
  /** WCAG 2.2 at A and AA, the same with what axe calls best practice, or everything that axe knows. */
  by?: 'wcag' | 'wcag and practice' | 'everything'
  /** Rules that do not apply here. */
  except?: readonly string[]
}

/**
 * What axe finds wrong on a page: the rule, and the first element that breaks it. The preview of a survey runs no scripts, so axe
 * cannot look into its frame; it is checked as a page of its own. axe-core is called without its Playwright wrapper, whose report
 * of everything that passed costs a third of the time.
 */
export async function faultsOn(page: Page, { by = 'wcag', except = [] }: Rules = {}): Promise<string[]> {
  const tags = by === 'wcag' ? WCAG : [...WCAG, 'best-practice']
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // Only rules that are off by default need styles or media fetched ahead.
    preload: false,
    iframes: false,
    selectors: false,
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    ...(by === 'everything' ? {} : { runOnly: tags }),
  }
  // During a client-side navigation the page has no title for a moment.
  await expect(page).toHaveTitle(/./)
  // Elements that fade in or out have too little contrast for a moment.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (given) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ exclude: ['iframe'] }, given)
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, options)
}
