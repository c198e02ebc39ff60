import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { pickByTestLength } from '@/server/testing/test-length'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Minified: browsers compile it in half the time. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type AxeOptions = {
  /** `wcag`: WCAG 2.2 A and AA; `wcag and practice`: also axe's best practices; `everything`: all axe rules; `contrast`: contrast alone. */
  ruleSet?: 'wcag' | 'wcag and practice' | 'everything' | 'contrast'
  within?: string
}

/**
 * Axe violations of a page: the rule, and the first element that violates it. The survey preview runs no scripts, so axe cannot inspect its
 * frame; it is checked as a separate page. axe-core is called without its Playwright wrapper, whose report of passed rules costs a third of
 * the time. In `npm test` contrast is measured on one sample per text style (`markTexts`), because measuring every row of a list took
 * longer than all other rules together; `npm run test:long` measures every text.
 */
export async function findAxeViolations(page: Page, { ruleSet = 'wcag', within }: AxeOptions = {}): Promise<string[]> {
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
    selectors: false,
    rules: { 'document-title': { enabled: false } },
    ...(ruleSet === 'everything' ? {} : { runOnly: ruleSet === 'contrast' ? ['color-contrast'] : axeTags(ruleSet) }),
  }
  // Replaces axe's title rule: during a client-side navigation the page briefly has no title.
  await expect(page).toHaveTitle(/./)
  // Fading elements briefly have too little contrast.
  await page.evaluate(async () => {
    const animations = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(animations.map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const sampled = pickByTestLength(true, false)
  if (sampled) await page.evaluate(markTexts)
  return page.evaluate(
    async ({ runOptions, isSample, include }) => {
      const { axe: checker } = window as unknown as { axe: typeof axe }
      if (isSample) checker.configure({ rules: [{ id: 'color-contrast', selector: '[data-axe-text]' }] })
      // Targets partly under it can be scrolled out, which axe does not try.
      const bar = document.querySelector<HTMLElement>('[data-save-bar]')
      if (bar) bar.style.position = 'static'
      const { violations } = await checker.run({ exclude: ['iframe'], ...include }, runOptions)
      if (bar) bar.style.position = ''
      for (const element of document.querySelectorAll('[data-axe-text]')) element.removeAttribute('data-axe-text')
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.replaceAll(' data-axe-text=""', '')}`)
    },
    { runOptions: options, isSample: sampled, include: within === undefined ? {} : { include: within } },
  )
}

function axeTags(by: 'wcag' | 'wcag and practice'): string[] {
  return by === 'wcag' ? WCAG : [...WCAG, 'best-practice']
}

/** Adds the contrast violations of the other colour scheme; no other axe rule depends on the scheme. */
export async function findAxeViolationsInBothSchemes(page: Page, rules: AxeOptions = {}): Promise<string[]> {
  const faults = await findAxeViolations(page, rules)
  await page.evaluate(switchScheme)
  faults.push(...(await findAxeViolations(page, { ...rules, ruleSet: 'contrast' })))
  await page.evaluate(switchScheme)
  return faults
}

function switchScheme(): void {
  const { classList, style } = document.documentElement
  const next = classList.contains('dark') ? 'light' : 'dark'
  classList.remove('light', 'dark')
  classList.add(next)
  style.colorScheme = next
}

/**
 * Runs in the page: marks the first and the last visible text of each style. Two texts share a style if they and all their ancestors have
 * the same colours, backgrounds, sizes, positions and disabled state, and have no id (an id may associate a label).
 */
function markTexts(): void {
  const PROPERTIES =
    'color background-color background-image opacity filter mix-blend-mode text-shadow font-size font-weight display position z-index clip clip-path overflow'.split(
      ' ',
    )
  const numbers = new Map<string, number>()
  const styles = new Map<Element, number>()
  const styleNumber = (element: Element): number => {
    const known = styles.get(element)
    if (known !== undefined) return known
    const computed = getComputedStyle(element)
    const isDisabled = element.matches(':disabled, [aria-disabled=true], [inert]')
    const isLabelOfDisabled = element instanceof HTMLLabelElement && element.control?.matches(':disabled')
    const style = [
      element.parentElement && styleNumber(element.parentElement),
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
    const number = styleNumber(text)
    if (!first.has(number)) first.set(number, text)
    last.set(number, text)
  }
  for (const text of [...first.values(), ...last.values()]) text.setAttribute('data-axe-text', '')
}
