import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { cn } from '../cn'
import { Slot } from '../slot'

export type PopoverProps = {
  trigger: ReactElement
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

const loadPosition = async () => import('./auto-position')
const preloadPosition = () => void loadPosition().catch(() => undefined)

const CloseContext = createContext<() => void>(() => undefined)

export function Popover({ trigger, align = 'start', className, children }: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const [anchor, floating] = [button.current, panel.current]
    if (!open || !anchor || !floating) return undefined
    focusFirstField(floating)
    const closing = new AbortController()
    positionPanel(anchor, floating, align, closing.signal).catch(() => centre(floating))
    return () => closing.abort()
  }, [open, align])

  return (
    <>
      <Slot
        ref={button}
        popoverTarget={id}
        aria-expanded={open}
        data-state={open ? 'open' : 'closed'}
        onPointerEnter={preloadPosition}
        onFocus={preloadPosition}
      >
        {trigger}
      </Slot>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        style={{ opacity: 0 }}
        className={cn(
          'fixed inset-auto m-0 max-w-[calc(100vw-16px)] overflow-y-auto rounded-card border-0 bg-surface p-3 text-ink shadow-float outline-none open:animate-appear',
          className ?? 'w-72',
        )}
      >
        <CloseContext value={() => panel.current?.hidePopover()}>{open && children}</CloseContext>
      </div>
    </>
  )
}

export function useClosePopover(): () => void {
  return useContext(CloseContext)
}

/** For content that loads after the popover has opened: focuses its first field. */
export function usePopoverFocus<Element extends HTMLElement>() {
  const content = useRef<Element>(null)
  useEffect(() => focusFirstField(content.current), [])
  return content
}

function focusFirstField(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('input, select, button')?.focus()
}

async function positionPanel(anchor: Element, floating: HTMLElement, align: 'start' | 'end', closing: AbortSignal) {
  const { autoPosition } = await loadPosition()
  if (closing.aborted) return
  const stop = autoPosition(anchor, floating, `bottom-${align}`, 4)
  closing.addEventListener('abort', stop, { once: true })
}

function centre(floating: HTMLElement): void {
  Object.assign(floating.style, { opacity: '1', margin: 'auto', inset: '0' })
}
