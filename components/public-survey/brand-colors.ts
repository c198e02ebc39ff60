import { contrastRatio } from '@/server/validation/contrast-ratio'

const LIGHT_CANVAS = '#fbfaf8'
const DARK_CANVAS = '#12110f'
const DARK_INK = '#1e1b18'
const LIGHT_INK = '#ffffff'
const ACCENT = '#2e5eba'
/** Minimum contrast of a control's edge (WCAG 2.2, 1.4.11). */
const EDGE_CONTRAST = 3

/**
 * @param color `#rrggbb`; anything else yields the default accent.
 * @returns `contrastsOn…`: false if the fill has too little contrast with the page, so that controls need an edge.
 */
export function deriveBrandColors(color: string | null) {
  const fill = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : ACCENT
  return {
    fill,
    ink: contrastRatio(fill, LIGHT_INK) >= contrastRatio(fill, DARK_INK) ? LIGHT_INK : DARK_INK,
    contrastsOnLight: contrastRatio(fill, LIGHT_CANVAS) >= EDGE_CONTRAST,
    contrastsOnDark: contrastRatio(fill, DARK_CANVAS) >= EDGE_CONTRAST,
  }
}
