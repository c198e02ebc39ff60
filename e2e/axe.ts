import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export type Rules = {
  /** WCAG 2.2 at A and AA, the same with what axe calls best practice, or everything that axe knows. */
  by?: 'wcag' | 'wcag and practice' | 'everything'
  /** Rules that cannot be asked here. */
  except?: readonly string[]
}

/**
 * What axe finds wrong on a page: the rule, and the first element that it is broken by. The preview of a survey runs no scripts, so
 * axe cannot look into it; it is looked at as a page of its own. Only what is broken is written out: that takes half the time.
 */
export async function faultsOn(page: Page, { by = 'wcag', except = [] }: Rules = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .exclude('iframe')
    .setLegacyMode()
  if (by !== 'everything') axe.withTags(by === 'wcag' ? WCAG : [...WCAG, 'best-practice'])
  if (except.length > 0) axe.disableRules([...except])
  // What is on its way in or out is pale for a moment.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
