'use client'

import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '../cn'
import { IconButton } from '../controls/icon-button'

export type DialogProps = {
  /** The button that opens it; without one, drive it by `open` and `onOpenChange`. */
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  title: ReactNode
  /** One sentence under the title. */
  description?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** Buttons at the foot, the one that acts last. */
  footer?: ReactNode
  children?: ReactNode
}

const WIDTH = { small: 'sm:max-w-[400px]', medium: 'sm:max-w-[520px]', large: 'sm:max-w-[720px]' }

/** A question in front of the page. On phones it rises from the foot of the screen. */
export function Dialog({
  trigger,
  open,
  onOpenChange,
  title,
  description,
  size = 'medium',
  footer,
  children,
}: DialogProps) {
  const opener = useOpener(open === true && !trigger)
  return (
    <Radix.Root {...controlled(open, onOpenChange)}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={(event) => {
            if (trigger) return
            event.preventDefault()
            opener.current?.focus()
          }}
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-rise flex-col rounded-t-card bg-surface shadow-float outline-none sm:inset-x-4 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:max-h-[76vh] sm:rounded-card',
            WIDTH[size],
          )}
        >
          <PanelHeader title={title} description={description} />
          {children && <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">{children}</div>}
          {footer && <PanelFooter>{footer}</PanelFooter>}
          <PanelClose />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** What had the focus when a dialog without a button of its own opened: there it goes back to. */
function useOpener(isOpen: boolean) {
  const opener = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    const focused = document.activeElement
    // An item is gone with its menu; the button of the menu stays.
    const menuButton = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
    const stays = menuButton ? document.getElementById(menuButton) : focused
    opener.current = stays instanceof HTMLElement ? stays : null
  }, [isOpen])
  return opener
}

/** Closes the dialog or sheet around it when its child is pressed. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Radix.Close asChild>{children}</Radix.Close>
}

/** Title and sentence; dialogs and sheets share it. */
export function PanelHeader({ title, description }: { title: ReactNode; description?: ReactNode }) {
  return (
    <div className="grid gap-1 pt-4 pr-14 pb-3 pl-5">
      <Radix.Title className="text-16 font-semibold">{title}</Radix.Title>
      {description && <Radix.Description className="text-14 text-ink-soft">{description}</Radix.Description>}
    </div>
  )
}

/** The way out, at the head but last in order: what opens gives its focus to the first thing that can be filled in. */
export function PanelClose() {
  const t = useTranslations('common')
  return (
    <Radix.Close asChild>
      <IconButton icon={X} label={t('close')} size="small" className="absolute top-3.5 right-3.5" />
    </Radix.Close>
  )
}

export function PanelFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3.5 pb-[max(14px,env(safe-area-inset-bottom))]">
      {children}
    </div>
  )
}

/** Only what is given: a component of the library counts an undefined `open` as closed for good. */
export function controlled(
  open: boolean | undefined,
  onOpenChange: ((open: boolean) => void) | undefined,
): { open?: boolean; onOpenChange?: (open: boolean) => void } {
  return { ...(open === undefined ? {} : { open }), ...(onOpenChange ? { onOpenChange } : {}) }
}
