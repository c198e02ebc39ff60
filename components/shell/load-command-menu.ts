'use client'

import type { Locale } from '@/server/messages/locale'

const WORDS = {
  en: () => import('@/server/messages/en/menu.json'),
  fr: () => import('@/server/messages/fr/menu.json'),
}

export async function loadMenu(locale: Locale) {
  const [{ Panels }, { default: words }] = await Promise.all([import('./menu/panels'), WORDS[locale]()])
  return { Panels, words, locale }
}

export type LoadedMenu = Awaited<ReturnType<typeof loadMenu>>
