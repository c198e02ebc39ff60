import { otherLanguages } from '../validation/languages'
import type { Language, PerLanguage } from '../validation/schema'

export const FROM_NAME_MAX_CHARACTERS = 100
export const POSTAL_ADDRESS_MAX_CHARACTERS = 300
/** Per language. */
export const FOOTER_TEXT_MAX_CHARACTERS = 500

/** How pages for customers look besides their colour. `auto`: light or dark as the device has it. */
export const PAGE_CORNERS = ['none', 'small', 'large'] as const
export const PAGE_FONTS = ['system', 'humanist', 'rounded', 'serif', 'geist'] as const
export const PAGE_SCHEMES = ['auto', 'light', 'dark'] as const
export const DEFAULT_PAGE_LOOK = { corners: 'small', font: 'system', scheme: 'auto' } as const

/** CSS pixels: of fields and buttons, and of small parts such as the logo. */
export const CORNER_RADII: Record<(typeof PAGE_CORNERS)[number], { large: number; small: number }> = {
  none: { large: 0, small: 0 },
  small: { large: 8, small: 6 },
  large: { large: 18, small: 10 },
}

/** Fonts that systems come with: no page loads one, but for `geist`, which this service has. */
export const FONT_STACKS: Record<(typeof PAGE_FONTS)[number], string> = {
  system: 'ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif',
  humanist: 'Seravek,"Gill Sans Nova",Candara,Ubuntu,Calibri,"DejaVu Sans",sans-serif',
  rounded: 'ui-rounded,"Hiragino Maru Gothic ProN","Arial Rounded MT Bold",Quicksand,Nunito,Calibri,sans-serif',
  serif: 'Charter,"Bitstream Charter","Iowan Old Style",Cambria,Georgia,serif',
  geist: 'Geist,"Geist Fallback",ui-sans-serif,system-ui,sans-serif',
}

/** Per language. */
export const PRIVACY_TEXT_MAX_CHARACTERS = 300
export const PRIVACY_URL_MAX_CHARACTERS = 500

export const LOGO_MAX_BYTES = 200_000
/** The types that are decoded, as the `accept` of a file field. */
export const LOGO_ACCEPT = 'image/png,image/jpeg,image/webp,image/gif'

/** The box that a logo fits into on emails and pages, in CSS pixels. */
const LOGO_BOX = { width: 200, height: 56 }
/** Stored pixels per CSS pixel, for dense screens. */
const LOGO_DENSITY = 2
export const LOGO_MAX_PIXELS = { width: LOGO_BOX.width * LOGO_DENSITY, height: LOGO_BOX.height * LOGO_DENSITY }

export const REPLY_TO_LINK_VALID_DAYS = 7

export type StoredLogo = { id: string; width: number; height: number }
export type LogoImage = { path: string; width: number; height: number }

/** Public path of a stored logo, and its size in CSS pixels: as large as its box allows, and never larger than its pixels. */
export function toLogoImage({ id, width, height }: StoredLogo): LogoImage {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height)
  return {
    path: `/logo/${id}`,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** @returns the text in this language, else in the first other one that has it. */
export function pickText(text: PerLanguage<string | null>, language: Language): string | null {
  return (
    text[language] ??
    otherLanguages(language)
      .map((other) => text[other])
      .find((value) => value !== null) ??
    null
  )
}

type StoredPrivacyNotice = { text: PerLanguage<string | null>; url: string | null }

/** The notice in this language, as people read it. */
export function pickPrivacyNotice({ text, url }: StoredPrivacyNotice, language: Language) {
  return { text: pickText(text, language), url }
}
