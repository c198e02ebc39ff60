import { contrastRatio } from '../validation/contrast-ratio'

export const DEFAULT_BRAND_COLOR = '#2e5eba'
const WHITE = '#ffffff'
const BLACK = '#000000'
/** Backgrounds of survey pages and emails; of those in one theme, the one that differs less from a colour that may need an edge. */
const LIGHT_BACKGROUND = '#fbfaf8'
const DARK_BACKGROUND = '#211f1d'
/** Minimum contrast of a control's edge (WCAG 2.2, 1.4.11). */
const EDGE_CONTRAST = 3
/** Minimum contrast of text (WCAG 2.2, 1.4.3). One of black and white always has it. */
export const TEXT_CONTRAST = 4.5

/**
 * Colours of buttons on emails and survey pages.
 * @param color `#rrggbb`; anything else yields the default accent.
 * @returns `contrastsOn…`: false if the fill has too little contrast with the page, so that controls need an edge.
 */
export function deriveBrandColors(color: string | null) {
  const fill = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : DEFAULT_BRAND_COLOR
  const ratios = {
    white: contrastRatio(fill, WHITE),
    black: contrastRatio(fill, BLACK),
    light: contrastRatio(fill, LIGHT_BACKGROUND),
    dark: contrastRatio(fill, DARK_BACKGROUND),
  }
  return {
    fill,
    ink: ratios.white >= ratios.black ? WHITE : BLACK,
    contrastsOnLight: ratios.light >= EDGE_CONTRAST,
    contrastsOnDark: ratios.dark >= EDGE_CONTRAST,
    ratios,
  }
}
