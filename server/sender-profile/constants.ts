export const FROM_NAME_MAX_CHARACTERS = 100
export const POSTAL_ADDRESS_MAX_CHARACTERS = 300
/** Per language. */
export const FOOTER_TEXT_MAX_CHARACTERS = 500

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
