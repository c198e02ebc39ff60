import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { createTranslator } from 'use-intl/core'
import { expect } from '../fixtures'

/* Steps of the long journeys, which are taken by keyboard and in both languages. */

export type Translate = (key: string, values?: Record<string, string | number>) => string

export async function pressEnter(target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  await target.press('Enter')
}

/** The interface's texts as visitors of `locale` read them. Playwright does not import JSON files. */
export function readMessages(locale: 'en' | 'fr', namespaces: readonly string[]): Translate {
  const read = (namespace: string) =>
    JSON.parse(readFileSync(new URL(`../../server/messages/${locale}/${namespace}.json`, import.meta.url), 'utf8'))
  const messages = Object.fromEntries(namespaces.map((namespace) => [namespace, read(namespace)]))
  return createTranslator({ locale, messages }) as Translate
}
