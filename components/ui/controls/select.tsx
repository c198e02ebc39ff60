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
        className={cn('control native-select h-8 appearance-none truncate pr-8 pl-2.5 pointer-coarse:h-11', className)}
        {...rest}
      >
        {placeholder !== undefined && <option value="">{placeholder === true ? t('choose') : placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-faint"
      />
    </span>
  )
}
