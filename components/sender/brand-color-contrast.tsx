import { useLocale, useTranslations } from 'use-intl/react'
import { deriveBrandColors, TEXT_CONTRAST } from '@/server/sender-profile/brand-colors'
import { formatNumber } from '../format'
import { isColorCode } from './brand-color-input'

/** Explains which text and which edges buttons get in this colour, with the ratios of WCAG 2.2. An empty colour is the default one. */
export function BrandColorContrast({ color }: { color: string }) {
  const t = useTranslations('sender.color.contrast')
  const locale = useLocale()
  const code = color.trim()
  if (code !== '' && !isColorCode(code)) return <p className="text-13 text-ink-soft">{t('invalid')}</p>
  const { fill, ink, ratios, contrastsOnLight, contrastsOnDark } = deriveBrandColors(code === '' ? null : code)
  // Rounded down, so that no ratio seems to reach what it misses.
  const format = (ratio: number) => `${formatNumber(Math.floor(ratio * 10) / 10, locale, 1)}:1`
  const [white, black] = [format(ratios.white), format(ratios.black)]
  const textKey = ink === '#ffffff' ? 'white' : ratios.white < TEXT_CONTRAST ? 'black' : 'blackBetter'
  return (
    <ul className="grid gap-1 text-13 text-ink-soft" aria-live="polite">
      <li>{t(textKey, { color: fill, white, black })}</li>
      {!contrastsOnLight && <li>{t('light', { ratio: format(ratios.light) })}</li>}
      {!contrastsOnDark && <li>{t('dark', { ratio: format(ratios.dark) })}</li>}
    </ul>
  )
}
