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

export type NearestColorAim = 'whiteText' | 'noOutline'

/**
 * The closest mixture with black or white whose text is readable in white, or which differs enough from the page, light and dark, to need
 * no outline.
 */
export function findNearestColor(color: string, aim: NearestColorAim): string | null {
  for (let percent = 1; percent <= 100; percent++)
    for (const mixture of [mix(color, 0, percent), mix(color, 255, percent)]) {
      const { ratios, contrastsOnLight, contrastsOnDark } = deriveBrandColors(mixture)
      if (aim === 'whiteText' ? ratios.white >= TEXT_CONTRAST : contrastsOnLight && contrastsOnDark) return mixture
    }
  return null
}

function mix(color: string, channel: number, percent: number): string {
  const channels = [1, 3, 5].map((at) => {
    const own = Number.parseInt(color.slice(at, at + 2), 16)
    return Math.round(own + ((channel - own) * percent) / 100)
  })
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
