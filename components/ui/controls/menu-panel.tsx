import * as Radix from '@radix-ui/react-menu'
import { type ReactNode, type RefObject, useRef } from 'react'
import { cn } from '../cn'
import { MenuPartsContext } from './menu-context'

/* Loaded on first use by `Menu`. */

export type MenuPanelProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  button: RefObject<HTMLElement | null>
  id: string
  buttonId: string
  align: 'start' | 'center' | 'end'
  className?: string | undefined
  children: ReactNode
}

export function MenuPanel({ open, onOpenChange, button, id, buttonId, align, className, children }: MenuPanelProps) {
  const focusTarget = useRef<'button' | 'elsewhere'>('button')
  const isButton = (target: EventTarget | null) => target instanceof Node && button.current?.contains(target)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Anchor virtualRef={button} />
      <Radix.Portal container={button.current?.closest<HTMLElement>('dialog, header, main') ?? null}>
        <Radix.Content
          id={id}
          aria-labelledby={buttonId}
          onInteractOutside={(event) => {
            // The trigger button closes it itself.
            if (isButton(event.target)) event.preventDefault()
            else focusTarget.current = 'elsewhere'
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (focusTarget.current === 'button') button.current?.focus()
            focusTarget.current = 'button'
          }}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            'z-50 max-h-(--radix-popper-available-height) min-w-48 animate-appear overflow-y-auto rounded-card bg-surface p-1 shadow-float outline-none',
            className,
          )}
        >
          <MenuPartsContext value={Radix}>{children}</MenuPartsContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
