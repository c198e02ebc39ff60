'use client'

import { Dialog as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn'
import { controlled, PanelClose, PanelFooter, PanelHeader } from './dialog'

export type SheetProps = {
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  size?: 'medium' | 'large'
  children: ReactNode
}

const WIDTH = { medium: 'sm:max-w-[440px]', large: 'sm:max-w-[640px]' }

/** A quick look from the right that keeps the list in view. */
export function Sheet({
  trigger,
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = 'medium',
  children,
}: SheetProps) {
  return (
    <Radix.Root {...controlled(open, onOpenChange)}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed inset-y-0 right-0 z-50 flex w-full animate-from-right flex-col bg-surface shadow-float outline-none',
            WIDTH[size],
          )}
        >
          <PanelHeader title={title} description={description} />
          <div className="min-h-0 grow overflow-y-auto px-5 pt-1 pb-6">{children}</div>
          {footer && <PanelFooter>{footer}</PanelFooter>}
          <PanelClose />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
