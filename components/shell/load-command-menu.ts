'use client'

import type { Locale } from '@/server/messages/locale'

const MESSAGES = {
  en: () => import('@/server/messages/en/menu.json'),
  fr: () => import('@/server/messages/fr/menu.json'),
}

export async function loadCommandMenu(locale: Locale) {
  const [{ Panels }, { default: words }] = await Promise.all([import('./menu/panels'), MESSAGES[locale]()])
  return { Panels, words, locale }
}

export type LoadedCommandMenu = Awaited<ReturnType<typeof loadCommandMenu>>
