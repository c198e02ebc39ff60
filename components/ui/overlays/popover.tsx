'use client'

import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '../cn'
import { controlled } from './dialog'

export type PopoverProps = {
  trigger: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** A small panel beside what opened it. */
export function Popover({ trigger, open, onOpenChange, align = 'start', className, children }: PopoverProps) {
  return (
    <Radix.Root {...controlled(open, onOpenChange)}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cn('z-50 w-72 animate-appear rounded-card bg-surface p-3 shadow-float outline-none', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
