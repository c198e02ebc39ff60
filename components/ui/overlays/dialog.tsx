import { X } from 'lucide-react'
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '../cn'
import { IconButton } from '../controls/icon-button'
import { Slot } from '../slot'
import { Modal } from './modal'

export type DialogProps = {
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  size?: 'small' | 'medium' | 'large'
  footer?: ReactNode
  children?: ReactNode
}

const WIDTH = { small: 'sm:max-w-[400px]', medium: 'sm:max-w-[520px]', large: 'sm:max-w-[720px]' }

const CloseContext = createContext<() => void>(() => undefined)

/** Close guard: `register` sets a prompt to run instead of closing and returns its unregister function; `close` closes. */
type CloseGuard = { register: (guard: () => void) => () => void; close: () => void }

export const CloseGuardContext = createContext<CloseGuard | null>(null)

export function Dialog({ trigger, open, onOpenChange, ...panel }: DialogProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const isOpen = open ?? ownOpen
  const changeOpen = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
  }
  return (
    <>
      {trigger && (
        <Slot aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => changeOpen(true)}>
          {trigger}
        </Slot>
      )}
      {isOpen && <Panel {...panel} onClose={() => changeOpen(false)} />}
    </>
  )
}

type PanelProps = Omit<DialogProps, 'trigger' | 'open' | 'onOpenChange'> & { onClose: () => void }

function Panel({ title, description, size = 'medium', footer, onClose, children }: PanelProps) {
  const id = useId()
  const guard = useRef<(() => void) | null>(null)
  const requestClose = () => (guard.current ?? onClose)()
  const registerGuard = useCallback((prompt: () => void) => {
    guard.current = prompt
    return () => {
      guard.current = null
    }
  }, [])
  return (
    <CloseContext value={requestClose}>
      <Modal
        labelledBy={`${id}-title`}
        {...(description ? { describedBy: `${id}-description` } : {})}
        onClose={requestClose}
        className={cn(
          'fixed inset-x-0 top-auto bottom-0 flex h-auto max-h-[92dvh] w-auto max-w-none animate-rise flex-col rounded-t-card bg-surface p-0 sm:inset-x-4 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:max-h-[76vh] sm:rounded-card',
          WIDTH[size],
        )}
      >
        <header className="grid gap-1 pt-4 pr-14 pb-3 pl-5">
          <h2 id={`${id}-title`} className="text-16 font-semibold">
            {title}
          </h2>
          {description && (
            <p id={`${id}-description`} className="text-14 text-ink-soft">
              {description}
            </p>
          )}
        </header>
        {children && (
          <CloseGuardContext value={{ register: registerGuard, close: onClose }}>
            <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          </CloseGuardContext>
        )}
        {footer && <PanelFooter>{footer}</PanelFooter>}
        <CloseButton onClose={requestClose} />
      </Modal>
    </CloseContext>
  )
}

export function DialogClose({ children }: { children: ReactElement }) {
  return <Slot onClick={useContext(CloseContext)}>{children}</Slot>
}

/** Close button; last in tab order, so that the first input gets the initial focus. */
function CloseButton({ onClose }: { onClose: () => void }) {
  const t = useTranslations('common')
  return (
    <div className="absolute top-3.5 right-3.5">
      <IconButton icon={X} label={t('close')} size="small" onClick={onClose} />
    </div>
  )
}

function PanelFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3.5 pb-[max(14px,env(safe-area-inset-bottom))]">
      {children}
    </footer>
  )
}
