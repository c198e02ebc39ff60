'use client'

import { Command } from 'cmdk'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from './cn'
import { useField } from './field'
import { Popover } from './popover'

export type ComboboxOption = { value: string; label: string; hint?: string }

export type ComboboxProps = {
  options: readonly ComboboxOption[]
  value: string | null
  onChange: (value: string) => void
  placeholder?: string
  /** Words of the search line; "Search" without them. */
  searchPlaceholder?: string
  disabled?: boolean
  'aria-label'?: string
}

/** One of many, found by typing: time zones, surveys, contacts. For up to a dozen use `Select`. */
export function Combobox({
  options,
  value,
  onChange,
  placeholder,
  searchPlaceholder,
  disabled,
  ...rest
}: ComboboxProps) {
  const t = useTranslations('common')
  const field = useField()
  const list = useId()
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      className="w-(--radix-popover-trigger-width) min-w-60 p-0"
      trigger={
        <button
          type="button"
          role="combobox"
          aria-expanded={open}
          aria-controls={list}
          disabled={disabled}
          {...field}
          {...rest}
          className="control flex h-8 items-center gap-2 px-2.5 text-left pointer-coarse:h-11"
        >
          <span className={cn('min-w-0 grow truncate', !chosen && 'text-ink-faint')}>
            {chosen?.label ?? placeholder ?? t('choose')}
          </span>
          <ChevronsUpDown size={16} aria-hidden className="shrink-0 text-ink-faint" />
        </button>
      }
    >
      <Command id={list} label={searchPlaceholder ?? t('search')}>
        <Command.Input
          placeholder={searchPlaceholder ?? t('search')}
          className="w-full border-b bg-transparent px-3 py-2.5 text-14 outline-none pointer-coarse:text-16"
        />
        <Command.List className="max-h-64 overflow-y-auto p-1">
          <Command.Empty className="px-2 py-3 text-13 text-ink-faint">{t('noMatch')}</Command.Empty>
          {options.map((option) => (
            <Command.Item
              key={option.value}
              value={`${option.label} ${option.value}`}
              onSelect={() => {
                onChange(option.value)
                setOpen(false)
              }}
              className="flex items-center gap-2 rounded-control px-2 py-1.5 text-14 data-[selected=true]:bg-hover pointer-coarse:py-2.5"
            >
              <span className="min-w-0 grow truncate">{option.label}</span>
              {option.hint && <span className="shrink-0 text-13 text-ink-faint">{option.hint}</span>}
              {option.value === value && <Check size={16} aria-hidden className="shrink-0 text-accent-text" />}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Popover>
  )
}
