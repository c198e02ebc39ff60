'use client'

import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '../cn'

export type MenuProps = {
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
  children: ReactNode
}

/** Actions and choices behind a button. Holds `MenuItem`, `MenuChoices`, `MenuLabel`, `MenuLine`. */
export function Menu({ trigger, align = 'end', side = 'bottom', className, children }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-appear overflow-y-auto rounded-card bg-surface p-1 shadow-float',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const ITEM =
  'flex w-full select-none items-center gap-2 rounded-control px-2 py-1.5 text-14 text-ink outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50 pointer-coarse:py-2.5'

export type MenuItemProps = {
  icon?: LucideIcon
  /** `danger` for what destroys; it should open a `ConfirmDialog`. */
  tone?: 'plain' | 'danger'
  disabled?: boolean
  onSelect: (event: Event) => void
  /** Keeps the menu open, for an item that opens a dialog rendered inside it. */
  stay?: boolean
  children: ReactNode
}

/** Does something. */
export function MenuItem({
  icon: Icon,
  tone = 'plain',
  disabled = false,
  onSelect,
  stay = false,
  children,
}: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={(event) => {
        if (stay) event.preventDefault()
        onSelect(event)
      }}
      className={cn(ITEM, tone === 'danger' && 'text-negative-text')}
    >
      {Icon && <Icon size={16} aria-hidden className={tone === 'danger' ? '' : 'text-ink-faint'} />}
      {children}
    </Radix.Item>
  )
}

export type MenuChoicesProps = {
  label?: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: ReactNode }[]
}

/** One of a few, the present one checked. */
export function MenuChoices({ label, value, onChange, options }: MenuChoicesProps) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {label && <MenuLabel>{label}</MenuLabel>}
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={ITEM}>
          <span className="min-w-0 grow truncate">{option.label}</span>
          <Radix.ItemIndicator>
            <Check size={16} aria-hidden className="text-accent-text" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-12 text-ink-faint">{children}</Radix.Label>
}

export function MenuLine() {
  return <Radix.Separator className="-mx-1 my-1 border-t" />
}
