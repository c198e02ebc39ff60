import { otherLanguages } from '../validation/languages'
import type { Language } from '../validation/schema'
import { FooterText } from './schema'

const NO_FOOTER_TEXT: FooterText = { en: null, fr: null }

export function parseFooterText(stored: unknown): FooterText {
  return FooterText.catch(NO_FOOTER_TEXT).parse({ ...NO_FOOTER_TEXT, ...(stored as object) })
}

/** @returns the text in this language, else in the first other one that has it. */
export function pickFooterText(stored: unknown, language: Language): string | null {
  const text = parseFooterText(stored)
  return (
    text[language] ??
    otherLanguages(language)
      .map((other) => text[other])
      .find((value) => value !== null) ??
    null
  )
}
