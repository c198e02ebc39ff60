'use client'

import { Check, X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useToFailure } from '@/components/trpc'
import { cn } from '../cn'
import { Spinner } from '../content/spinner'
import { useField } from '../forms/field'
import { lazily } from '../lazily'
import { IconButton } from './icon-button'
import { Input } from './input'
import type { Option } from './select'

export type ComboboxProps = Pick<ComponentProps<'input'>, 'name' | 'onBlur' | 'ref' | 'disabled'> & {
  /** Of the option that is chosen; empty for none. */
  value: string
  onChange: (value: string) => void
  /** What the value is called, where the page knows already. */
  chosen?: Option | null
  /** The first options that fit what was typed; all of them may be far too many. */
  find: (text: string) => Promise<readonly Option[]>
  /** Read out where no `Field` names it. */
  label?: string
  placeholder?: string
}

const PAUSE_MS = 150

const placing = lazily(() => import('../overlays/place'))

/** One of many, found while one types (WAI-ARIA's editable combobox with a list). */
export function Combobox({
  value,
  onChange,
  chosen = null,
  find,
  label,
  placeholder,
  onBlur,
  ref,
  ...rest
}: ComboboxProps) {
  const t = useTranslations('common')
  const field = useField()
  const id = useId()
  const box = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [known, setKnown] = useState(chosen)
  /** What was typed since it got the focus; null before. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { options, failed, search } = useFound(find)
  const held = value === '' ? null : known?.value === value ? known : chosen?.value === value ? chosen : null

  useEffect(() => {
    const [anchor, floating] = [box.current, list.current]
    if (!isOpen || !anchor || !floating) return undefined
    floating.showPopover()
    floating.style.width = `${anchor.offsetWidth}px`
    const closing = new AbortController()
    void placing.load().then(({ keepBeside }) => {
      if (!closing.signal.aborted)
        closing.signal.addEventListener('abort', keepBeside(anchor, floating, 'bottom-start', 4), { once: true })
    })
    return () => closing.abort()
  }, [isOpen])

  function open(text: string, waitMs: number) {
    setActive(0)
    setOpen(true)
    search(text, waitMs)
  }

  function close() {
    setOpen(false)
    setTyped(null)
  }

  function choose(option: Option | undefined) {
    if (!option) return
    setKnown(option)
    onChange(option.value)
    close()
  }

  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!isOpen) return open('', 0)
      const count = options?.length ?? 0
      setActive((at) => (count === 0 ? 0 : (at + step + count) % count))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(options?.[active])
    } else if (event.key === 'Escape' && isOpen) {
      // Closes the list, and not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <span ref={box} className="relative block">
      <Input
        {...rest}
        ref={ref}
        {...(label === undefined ? {} : { 'aria-label': label })}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options?.[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? t('combobox.placeholder')}
        value={typed ?? held?.label ?? ''}
        onFocus={placing.preload}
        onClick={() => isOpen || open('', 0)}
        onChange={(event) => {
          setTyped(event.target.value)
          if (event.target.value === '') onChange('')
          open(event.target.value, PAUSE_MS)
        }}
        onKeyDown={press}
        onBlur={(event) => {
          close()
          onBlur?.(event)
        }}
        after={
          value === '' ? null : <IconButton icon={X} label={t('clear')} size="small" onClick={() => onChange('')} />
        }
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label ?? t('combobox.options')}
        aria-labelledby={label === undefined ? field.id : undefined}
        popover="manual"
        className="fixed inset-auto m-0 max-h-64 overflow-y-auto rounded-card border-0 bg-surface p-1 text-ink shadow-float outline-none open:animate-appear"
        hidden={!isOpen}
      >
        {isOpen && (
          <Options
            id={id}
            options={options}
            failed={failed}
            active={active}
            value={value}
            onPoint={setActive}
            onChoose={choose}
          />
        )}
      </div>
    </span>
  )
}

type OptionsProps = {
  id: string
  options: readonly Option[] | null
  failed: string | null
  active: number
  value: string
  onPoint: (place: number) => void
  onChoose: (option: Option) => void
}

function Options({ id, options, failed, active, value, onPoint, onChoose }: OptionsProps) {
  const t = useTranslations('common')
  if (failed !== null) return <p className="px-2.5 py-1.5 text-13 text-negative-text">{failed}</p>
  if (options === null)
    return (
      <p className="flex items-center gap-2 px-2.5 py-1.5 text-13 text-ink-faint">
        <Spinner size={14} />
        {t('loading')}
      </p>
    )
  if (options.length === 0) return <p className="px-2.5 py-1.5 text-13 text-ink-faint">{t('combobox.nothing')}</p>
  return options.map((option, place) => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input has the focus and the keys
    <div
      key={option.value}
      id={`${id}-${place}`}
      ref={place === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
      role="option"
      aria-selected={option.value === value}
      className={cn(
        'flex cursor-default items-center gap-2 rounded-control px-2.5 py-1.5 text-14 pointer-coarse:py-2.5',
        place === active && 'bg-hover',
      )}
      // The focus stays in the input.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => onPoint(place)}
      onClick={() => onChoose(option)}
    >
      <span className="min-w-0 grow truncate">{option.label}</span>
      {option.value === value && <Check size={14} aria-hidden className="shrink-0 text-accent-text" />}
    </div>
  ))
}

/** The options for what was typed last; null while they are looked for. */
function useFound(find: ComboboxProps['find']) {
  const toFailure = useToFailure()
  const [options, setOptions] = useState<readonly Option[] | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(0)

  useEffect(() => () => clearTimeout(timer.current), [])

  async function look(text: string, number: number) {
    try {
      const found = await find(text)
      if (number === asked.current) setOptions(found)
    } catch (error) {
      if (number === asked.current) setFailed(toFailure(error).summary)
    }
  }

  function search(text: string, waitMs: number) {
    const number = (asked.current += 1)
    setFailed(null)
    if (waitMs === 0) setOptions(null)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void look(text.trim(), number), waitMs)
  }

  return { options, failed, search }
}
