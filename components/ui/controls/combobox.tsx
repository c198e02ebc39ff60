import { Check, X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useParseCallError } from '@/components/trpc'
import { cn } from '../cn'
import { Spinner } from '../content/spinner'
import { IconButton } from './icon-button'
import { Input } from './input'
import type { Option } from './select'

export type ComboboxProps = Pick<
  ComponentProps<'input'>,
  'name' | 'onBlur' | 'ref' | 'disabled' | 'aria-keyshortcuts'
> & {
  value: string
  onChange: (value: string) => void
  initialOption?: Option | null
  /** Returns the first matching options; there may be too many to load all. */
  search: (text: string) => Promise<readonly Option[]>
  label?: string
  placeholder?: string
  opensOnFocus?: boolean
  /** In a `Form`: keeps text that matches no option on blur, and blocks submission at this field. */
  keepsUnmatchedText?: boolean
}

const DEBOUNCE_MS = 150

const loadPosition = async () => import('../overlays/auto-position')

/** Searchable single select (WAI-ARIA editable combobox with list autocomplete). */
export function Combobox(props: ComboboxProps) {
  const { value, onChange, search, label, placeholder, onBlur, ...more } = props
  const { initialOption = null, opensOnFocus, keepsUnmatchedText = false, ...rest } = more
  const t = useTranslations('common')
  const id = useId()
  const [lastChosen, setLastChosen] = useState(initialOption)
  const selected = [lastChosen, initialOption].find((option) => option?.value === value)
  const state = useComboboxState(search, (option) => {
    setLastChosen(option)
    onChange(option.value)
  })
  const { isOpen, typedText, options, active } = state
  const isUnmatched = hasUnmatchedText(keepsUnmatchedText, typedText, selected)
  const { box, list } = useListPosition(isOpen)
  return (
    <span ref={box} className="relative block">
      <Input
        {...rest}
        aria-label={label}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options?.[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? t('combobox.placeholder')}
        value={typedText ?? selected?.label ?? ''}
        onFocus={() => {
          // A failure surfaces on opening.
          loadPosition().catch(() => undefined)
          if (opensOnFocus) state.open()
        }}
        onClick={() => isOpen || state.open()}
        onChange={(event) => {
          state.type(event.target.value)
          if (event.target.value === '') onChange('')
        }}
        onKeyDown={state.press}
        onBlur={(event) => {
          state.leave(keepsUnmatchedText)
          onBlur?.(event)
        }}
        data-unchosen={isUnmatched || undefined}
        after={
          (value !== '' || isUnmatched) && (
            <IconButton
              icon={X}
              label={t('clear')}
              size="small"
              onClick={() => {
                state.close()
                onChange('')
              }}
            />
          )
        }
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label ?? t('combobox.options')}
        popover="manual"
        className="fixed inset-auto m-0 overflow-y-auto rounded-card border-0 bg-surface p-1 text-ink shadow-float outline-none open:animate-appear"
      >
        {isOpen && <Options id={id} value={value} state={state} />}
      </div>
    </span>
  )
}

function hasUnmatchedText(keepsText: boolean, typedText: string | null, selected: Option | null | undefined): boolean {
  return keepsText && typedText !== null && typedText.trim() !== '' && typedText !== selected?.label
}

function useListPosition(isOpen: boolean) {
  const box = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [anchor, floating] = [box.current, list.current]
    if (!isOpen || !anchor || !floating) return undefined
    floating.style.width = `${anchor.offsetWidth}px`
    floating.showPopover()
    const closing = new AbortController()
    void positionList(anchor, floating, closing.signal)
    return () => {
      closing.abort()
      floating.hidePopover()
    }
  }, [isOpen])
  return { box, list }
}

async function positionList(anchor: Element, floating: HTMLElement, closing: AbortSignal) {
  const { autoPosition } = await loadPosition()
  if (!closing.aborted)
    closing.addEventListener('abort', autoPosition(anchor, floating, 'bottom-start', 4), { once: true })
}

type ComboboxState = ReturnType<typeof useComboboxState>

function useComboboxState(find: ComboboxProps['search'], onChoose: (option: Option) => void) {
  const { options, failed, search } = useOptions(find)
  /** Typed since focus; null before. */
  const [typedText, setTypedText] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)

  function startSearch(text: string, waitMs: number) {
    setActive(0)
    setOpen(true)
    search(text, waitMs)
  }

  function close() {
    setOpen(false)
    setTypedText(null)
  }

  /** Selects the option that matches the typed text exactly. Other text is dropped, or kept visible. */
  function leave(keepsText: boolean) {
    const text = typedText?.trim().toLocaleLowerCase() ?? ''
    const matching = text === '' ? undefined : options?.find(({ label }) => label.toLocaleLowerCase() === text)
    if (keepsText && matching) choose(matching)
    else if (keepsText && text !== '') setOpen(false)
    else close()
  }

  function choose(option: Option | undefined) {
    if (!option) return
    onChoose(option)
    close()
  }

  function moveActive(by: number) {
    const count = options?.length ?? 0
    if (isOpen) setActive((index) => (count === 0 ? 0 : (index + by + count) % count))
    else startSearch('', 0)
  }

  function handleKey(event: KeyboardEvent) {
    const moveAction = { ArrowDown: () => moveActive(1), ArrowUp: () => moveActive(-1) }[event.key]
    const openAction = { Enter: () => choose(options?.[active]), Escape: close }[event.key]
    const action = moveAction ?? (isOpen ? openAction : undefined)
    if (!action) return
    // Prevents the surrounding form or dialog from handling the key.
    event.preventDefault()
    event.stopPropagation()
    action()
  }

  return {
    isOpen,
    typedText,
    options,
    failed,
    active,
    open: () => startSearch('', 0),
    type: (text: string) => {
      setTypedText(text)
      startSearch(text, DEBOUNCE_MS)
    },
    press: handleKey,
    choose,
    close,
    leave,
    point: setActive,
  }
}

function Options({ id, value, state }: { id: string; value: string; state: ComboboxState }) {
  const t = useTranslations('common')
  const { options, failed, active, point, choose } = state
  if (failed !== null) return <p className="px-2.5 py-1.5 text-13 text-negative-text">{failed}</p>
  if (options === null)
    return (
      <p className="flex items-center gap-2 px-2.5 py-1.5 text-13 text-ink-faint">
        <Spinner size={14} />
        {t('loading')}
      </p>
    )
  if (options.length === 0) return <p className="px-2.5 py-1.5 text-13 text-ink-faint">{t('combobox.nothing')}</p>
  return options.map((option, index) => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input has the focus and the keys
    <div
      key={option.value}
      id={`${id}-${index}`}
      ref={index === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
      role="option"
      aria-selected={option.value === value}
      className={cn(
        'flex cursor-default items-center gap-2 rounded-control px-2.5 py-1.5 text-14 pointer-coarse:py-2.5',
        index === active && 'bg-hover',
      )}
      // Keeps the focus in the input.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => point(index)}
      onClick={() => choose(option)}
    >
      <span className="min-w-0 grow truncate">{option.label}</span>
      {option.value === value && <Check size={14} aria-hidden className="shrink-0 text-accent-text" />}
    </div>
  ))
}

function useOptions(find: ComboboxProps['search']) {
  const toFailure = useParseCallError()
  const [options, setOptions] = useState<readonly Option[] | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestQuery = useRef(0)

  useEffect(() => () => clearTimeout(timer.current), [])

  async function runQuery(text: string, queryNumber: number) {
    try {
      const results = await find(text)
      if (queryNumber === latestQuery.current) setOptions(results)
    } catch (error) {
      if (queryNumber === latestQuery.current) setFailed(toFailure(error).summary)
    }
  }

  function search(text: string, waitMs: number) {
    const queryNumber = (latestQuery.current += 1)
    setFailed(null)
    if (waitMs === 0) setOptions(null)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void runQuery(text.trim(), queryNumber), waitMs)
  }

  return { options, failed, search }
}
