import { useLocale, useTranslations } from 'use-intl/react'
import {
  deriveBrandColors,
  findNearestColor,
  type NearestColorAim,
  TEXT_CONTRAST,
} from '@/server/sender-profile/brand-colors'
import { formatNumber } from '../format'
import { Button } from '../ui/controls/button'
import { isColorCode } from './brand-color-input'

type BrandColorContrastProps = { color: string; onChoose: (color: string) => void }

/**
 * Explains which text and which edges buttons get in this colour, with the ratios of WCAG 2.2, and offers the nearest colours that need
 * neither black text nor an outline. An empty colour is the default one.
 */
export function BrandColorContrast({ color, onChoose }: BrandColorContrastProps) {
  const t = useTranslations('sender.color.contrast')
  const locale = useLocale()
  const code = color.trim()
  if (code !== '' && !isColorCode(code)) return <p className="text-13 text-ink-soft">{t('invalid')}</p>
  const { fill, ink, ratios, contrastsOnLight, contrastsOnDark } = deriveBrandColors(code === '' ? null : code)
  // Rounded down, so that no ratio seems to reach what it misses.
  const format = (ratio: number) => `${formatNumber(Math.floor(ratio * 10) / 10, locale, 1)}:1`
  const [white, black] = [format(ratios.white), format(ratios.black)]
  const isWhiteReadable = ratios.white >= TEXT_CONTRAST
  const textKey = ink === '#ffffff' ? 'white' : isWhiteReadable ? 'blackBetter' : 'black'
  const needsOutline = !contrastsOnLight || !contrastsOnDark
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <ul className="grid gap-1 text-13 text-ink-soft" aria-live="polite">
        <li>{t(textKey, { color: fill, white, black })}</li>
        {!contrastsOnLight && <li>{t('light', { ratio: format(ratios.light) })}</li>}
        {!contrastsOnDark && <li>{t('dark', { ratio: format(ratios.dark) })}</li>}
      </ul>
      {!isWhiteReadable && <NearestColor color={fill} aim="whiteText" onChoose={onChoose} />}
      {needsOutline && <NearestColor color={fill} aim="noOutline" onChoose={onChoose} />}
    </div>
  )
}

function NearestColor({ color, aim, onChoose }: BrandColorContrastProps & { aim: NearestColorAim }) {
  const t = useTranslations('sender.color.contrast')
  const nearest = findNearestColor(color, aim)
  if (nearest === null) return null
  return (
    <Button
      type="button"
      size="small"
      variant="secondary"
      className="h-auto! min-h-7 max-w-full py-1 pointer-coarse:min-h-9"
      onClick={() => onChoose(nearest)}
    >
      <span aria-hidden="true" className="size-3.5 shrink-0 rounded-full border" style={{ background: nearest }} />
      <span className="whitespace-normal text-start">{t(`nearest.${aim}`, { color: nearest })}</span>
    </Button>
  )
}
