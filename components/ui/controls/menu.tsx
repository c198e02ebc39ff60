import { Check, type LucideIcon } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { cn } from '../cn'
import { Slot } from '../slot'
import { useLazyModule } from '../use-lazy-module'
import { useMenuParts } from './menu-context'

export type MenuProps = {
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

const loadPanel = async () => import('./menu-panel')

/** Dropdown menu. Its code loads when the trigger is hovered or focused. */
export function Menu({ trigger, align = 'end', className, children }: MenuProps) {
  const { code: panel, load, preload } = useLazyModule(loadPanel)
  const id = useId()
  const button = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const pressHandlers = usePressHandlers(open, setOpen, load)
  return (
    <>
      <Slot
        ref={button}
        id={`${id}-button`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}-menu` : undefined}
        data-state={open ? 'open' : 'closed'}
        onPointerEnter={preload}
        onFocus={preload}
        {...pressHandlers}
      >
        {trigger}
      </Slot>
      {panel && (
        <panel.MenuPanel
          open={open}
          onOpenChange={setOpen}
          button={button}
          id={`${id}-menu`}
          buttonId={`${id}-button`}
          align={align}
          className={className}
        >
          {children}
        </panel.MenuPanel>
      )}
    </>
  )
}

/** Opens on mouse down, as desktop menus do, and on click for touch, keyboard and screen readers. */
function usePressHandlers(open: boolean, setOpen: (open: boolean) => void, load: () => Promise<boolean>) {
  const isPressed = useRef(false)
  const changeOpen = (next: boolean) => {
    setOpen(next)
    if (next) void load().then((isLoaded) => isLoaded || setOpen(false))
  }
  return {
    onPointerDown(event: PointerEvent) {
      isPressed.current = event.pointerType === 'mouse' && event.button === 0 && !event.ctrlKey
      if (!isPressed.current) return
      // Leave the focus to the menu.
      if (!open) event.preventDefault()
      changeOpen(!open)
    },
    onClick(event: MouseEvent) {
      // Keyboards and screen readers click without a pointer event.
      if (event.detail === 0 || !isPressed.current) changeOpen(!open)
      isPressed.current = false
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      changeOpen(true)
    },
  }
}

const ITEM =
  'flex w-full select-none items-center gap-2 rounded-control px-2 py-1.5 text-14 text-ink outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50 pointer-coarse:py-2.5'

export type MenuItemProps = {
  icon?: LucideIcon
  tone?: 'plain' | 'danger'
  disabled?: boolean
  onSelect: (event: Event) => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, tone = 'plain', disabled = false, onSelect, children }: MenuItemProps) {
  const { Item } = useMenuParts()
  return (
    <Item disabled={disabled} onSelect={onSelect} className={cn(ITEM, tone === 'danger' && 'text-negative-text')}>
      {Icon && <Icon size={16} aria-hidden className={tone === 'danger' ? '' : 'text-ink-faint'} />}
      {children}
    </Item>
  )
}

export type MenuRadioGroupProps = {
  label?: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: ReactNode }[]
}

export function MenuRadioGroup({ label, value, onChange, options }: MenuRadioGroupProps) {
  const { RadioGroup, RadioItem, ItemIndicator } = useMenuParts()
  return (
    <RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      {label && <MenuLabel>{label}</MenuLabel>}
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} className={ITEM}>
          <span className="min-w-0 grow truncate">{option.label}</span>
          <ItemIndicator>
            <Check size={16} aria-hidden className="text-accent-text" />
          </ItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useMenuParts()
  return <Label className="px-2 pt-1.5 pb-1 text-12 text-ink-faint">{children}</Label>
}

export function MenuSeparator() {
  const { Separator } = useMenuParts()
  return <Separator className="-mx-1 my-1 border-t" />
}
