import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'
import { DEFAULT_BRAND_COLOR } from '@/server/sender-profile/brand-colors'
import { Input } from '../ui/controls/input'

type BrandColorInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: string
  onChange: (color: string) => void
}

/** A code such as `#1f6f5c`, and the browser's picker beside it. */
export function BrandColorInput({ value, onChange, ...rest }: BrandColorInputProps) {
  const t = useTranslations('sender.color')
  return (
    <span className="flex max-w-60 items-center gap-2">
      <input
        type="color"
        aria-label={t('picker')}
        value={isColorCode(value) ? value.toLowerCase() : DEFAULT_BRAND_COLOR}
        onChange={(event) => onChange(event.target.value)}
        className="control h-8 w-11 shrink-0 cursor-pointer p-1 pointer-coarse:h-11"
      />
      <Input
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder="#1f6f5c"
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
      />
    </span>
  )
}

export function isColorCode(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text.trim())
}
