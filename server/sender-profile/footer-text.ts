import type { Language } from '../validation/schema'
import { pickText } from './constants'
import { FooterText } from './schema'

const NO_FOOTER_TEXT: FooterText = { en: null, fr: null }

export function parseFooterText(stored: unknown): FooterText {
  return FooterText.catch(NO_FOOTER_TEXT).parse({ ...NO_FOOTER_TEXT, ...(stored as object) })
}

export function pickFooterText(stored: unknown, language: Language): string | null {
  return pickText(parseFooterText(stored), language)
}
