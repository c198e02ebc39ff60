import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { byLength } from '@/server/testing/length'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Minified: a page compiles it in half the time. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type Rules = {
  /** WCAG 2.2 at A and AA, the same with what axe calls best practice, everything that axe knows, or contrast alone. */
  by?: 'wcag' | 'wcag and practice' | 'everything' | 'contrast'
  /** A selector: only what is in this element is checked, not the whole page. */
  within?: string
}

/**
 * What axe finds wrong on a page: the rule, and the first element that breaks it. The preview of a survey runs no scripts, so axe
 * cannot look into its frame; it is checked as a page of its own. axe-core is called without its Playwright wrapper, whose report
 * of everything that passed costs a third of the time. In `npm test` contrast is measured on texts that differ in style (`markTexts`),
 * because measuring each row of a list took more than all other rules together; in `npm run test:long` on every text.
 */
export async function faultsOn(page: Page, { by = 'wcag', within }: Rules = {}): Promise<string[]> {
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // Only rules that are off by default need styles or media fetched ahead.
    preload: false,
    iframes: false,
    selectors: false,
    rules: { 'document-title': { enabled: false } },
    ...(by === 'everything' ? {} : { runOnly: by === 'contrast' ? ['color-contrast'] : tagsOf(by) }),
  }
  // In place of axe's own rule: during a client-side navigation the page has no title for a moment.
  await expect(page).toHaveTitle(/./)
  // Elements that fade in or out have too little contrast for a moment.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const sampled = byLength(true, false)
  if (sampled) await page.evaluate(markTexts)
  return page.evaluate(
    async ({ given, isSample, include }) => {
      const { axe: checker } = window as unknown as { axe: typeof axe }
      if (isSample) checker.configure({ rules: [{ id: 'color-contrast', selector: '[data-axe-text]' }] })
      const { violations } = await checker.run({ exclude: ['iframe'], ...include }, given)
      for (const element of document.querySelectorAll('[data-axe-text]')) element.removeAttribute('data-axe-text')
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.replaceAll(' data-axe-text=""', '')}`)
    },
    { given: options, isSample: sampled, include: within === undefined ? {} : { include: within } },
  )
}

function tagsOf(by: 'wcag' | 'wcag and practice'): string[] {
  return by === 'wcag' ? WCAG : [...WCAG, 'best-practice']
}

/** The same, and what has too little contrast in the other colour scheme: nothing else that axe checks depends on it. */
export async function faultsInBothSchemes(page: Page, rules: Rules = {}): Promise<string[]> {
  const faults = await faultsOn(page, rules)
  await page.evaluate(switchScheme)
  faults.push(...(await faultsOn(page, { ...rules, by: 'contrast' })))
  await page.evaluate(switchScheme)
  return faults
}

/** Runs in the page. */
function switchScheme(): void {
  const { classList, style } = document.documentElement
  const next = classList.contains('dark') ? 'light' : 'dark'
  classList.remove('light', 'dark')
  classList.add(next)
  style.colorScheme = next
}

/**
 * Runs in the page: marks the first and the last visible text of each style. Two texts have one style if they and all their
 * ancestors have the same colours, backgrounds, sizes and positions, are disabled alike, and have no id, by which a control could be labelled.
 */
function markTexts(): void {
  const PROPERTIES =
    'color background-color background-image opacity filter mix-blend-mode text-shadow font-size font-weight display position z-index clip clip-path overflow'.split(
      ' ',
    )
  const numbers = new Map<string, number>()
  const styles = new Map<Element, number>()
  const numberOf = (element: Element): number => {
    const known = styles.get(element)
    if (known !== undefined) return known
    const computed = getComputedStyle(element)
    const isDisabled = element.matches(':disabled, [aria-disabled=true], [inert]')
    const isLabelOfDisabled = element instanceof HTMLLabelElement && element.control?.matches(':disabled')
    const style = [
      element.parentElement && numberOf(element.parentElement),
      ...PROPERTIES.map((property) => computed.getPropertyValue(property)),
      element.id,
      isDisabled || isLabelOfDisabled,
    ].join('|')
    const number = numbers.get(style) ?? numbers.size
    numbers.set(style, number)
    styles.set(element, number)
    return number
  }
  const texts = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      (element.matches('input, select, textarea') ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())) &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  )
  const first = new Map<number, Element>()
  const last = new Map<number, Element>()
  for (const text of texts) {
    const number = numberOf(text)
    if (!first.has(number)) first.set(number, text)
    last.set(number, text)
  }
  for (const text of [...first.values(), ...last.values()]) text.setAttribute('data-axe-text', '')
}
