const LIGHT_CANVAS = '#fbfaf8'
const DARK_CANVAS = '#12110f'
const DARK_INK = '#1e1b18'
const LIGHT_INK = '#ffffff'
const ACCENT = '#2e5eba'
/** Minimum contrast of a control's edge (WCAG 2.2, 1.4.11). */
const EDGE_CONTRAST = 3

export type BrandColors = {
  fill: string
  ink: string
  /** False if the fill has too little contrast with the page, so that controls need an edge. */
  contrastsOnLight: boolean
  contrastsOnDark: boolean
}

/** @param color `#rrggbb`; anything else yields the default accent. */
export function deriveBrandColors(color: string | null): BrandColors {
  const fill = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : ACCENT
  return {
    fill,
    ink: contrast(fill, LIGHT_INK) >= contrast(fill, DARK_INK) ? LIGHT_INK : DARK_INK,
    contrastsOnLight: contrast(fill, LIGHT_CANVAS) >= EDGE_CONTRAST,
    contrastsOnDark: contrast(fill, DARK_CANVAS) >= EDGE_CONTRAST,
  }
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
