'use client'

import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '../cn'

export type ModalProps = {
  /** Ids of the elements that name it, and that say more. */
  labelledBy: string
  describedBy?: string
  className: string
  /** Escape was pressed, or the page behind it. */
  onClose: () => void
  children: ReactNode
}

/**
 * The browser's own modal dialog: in front of everything, the page behind it inert. Open as long as it is drawn; the
 * focus goes back to where it was.
 */
export function Modal({ labelledBy, describedBy, className, onClose, children }: ModalProps) {
  const box = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = box.current
    const opener = findOpener()
    rememberScrollbar()
    dialog?.showModal()
    // Some browsers give the focus to a part that scrolls, before what stands in it.
    const focused = document.activeElement
    if (focused instanceof HTMLDivElement && dialog?.contains(focused))
      focused.querySelector<HTMLElement>('input, select, textarea, button, a[href]')?.focus()
    return () => {
      dialog?.close()
      opener?.focus()
    }
  }, [])

  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the key for it
    <dialog
      ref={box}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // Some browsers close at the second Escape without asking: whoever drew it then decides whether it stays.
      onClose={(event) => {
        if (event.target !== event.currentTarget || !box.current?.isConnected || box.current.open) return
        box.current.showModal()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget && isOutside(event.currentTarget, event)) onClose()
      }}
      className={cn(
        'm-0 border-0 text-ink shadow-float outline-none backdrop:animate-appear backdrop:bg-scrim',
        className,
      )}
    >
      {children}
    </dialog>,
    document.body,
  )
}

/** What has the focus; of a menu, which will be gone, its button. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const stays = menuButton ? document.getElementById(menuButton) : focused
  return stays instanceof HTMLElement ? stays : null
}

/** Whether a press on the dialog itself fell on what is behind it. */
function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** How wide the page's scrollbar is, for the style sheet to keep the room that it leaves. */
function rememberScrollbar(): void {
  if (document.querySelector('dialog:modal')) return
  const { style, clientWidth } = document.documentElement
  style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
}
