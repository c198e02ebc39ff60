import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '../cn'

export type ModalProps = {
  labelledBy: string
  describedBy?: string
  className: string
  onClose: () => void
  children: ReactNode
}

/** Native modal dialog. Open while rendered; restores the focus on close. */
export function Modal({ labelledBy, describedBy, className, onClose, children }: ModalProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    const opener = findOpener()
    storeScrollbarWidth()
    dialog?.showModal()
    // Some browsers focus a scrollable container before its content.
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
      ref={dialogRef}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // Some browsers close on the second Escape regardless; the parent decides whether it stays rendered.
      onClose={(event) => {
        if (event.target !== event.currentTarget || !dialogRef.current?.isConnected || dialogRef.current.open) return
        dialogRef.current.showModal()
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

/** Focused element; for a menu, which is about to close, its button. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const target = menuButton ? document.getElementById(menuButton) : focused
  return target instanceof HTMLElement ? target : null
}

function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Stores the scrollbar width as a CSS variable, for the stylesheet to reserve its space. */
function storeScrollbarWidth(): void {
  if (document.querySelector('dialog:modal')) return
  const { style, clientWidth } = document.documentElement
  style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
}
