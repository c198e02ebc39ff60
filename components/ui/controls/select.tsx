import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '../cn'
import { useFieldAttributes } from '../forms/field'

export type Option = { value: string; label: string }

export type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'size'> & {
  options: readonly Option[]
  placeholder?: string | true
}

export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const t = useTranslations('common')
  const field = useFieldAttributes()
  return (
    // A native select with a long option overflows and widens the page on phones.
    <span className="relative block overflow-clip [overflow-clip-margin:2px]">
      <select
        {...field}
        className={cn(
          'control native-select peer h-8 appearance-none truncate pr-8 pl-2.5 pointer-coarse:h-11',
          className,
        )}
        {...rest}
      >
        {placeholder !== undefined && <option value="">{placeholder === true ? t('choose') : placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {/* Browsers do not truncate the text of a customizable select: it fades out before the arrow. */}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-px right-px flex w-[31px] items-center justify-end rounded-r-[5px] bg-linear-to-r from-transparent to-surface to-20% pr-[9px] text-ink-faint peer-disabled:to-sunken"
      >
        <ChevronDown size={16} />
      </span>
    </span>
  )
}
