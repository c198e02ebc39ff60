import { type RefObject, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../controls/button'
import { useFillPlaceholder } from './placeholder-values'

export type Placeholder = { text: string; label: string }

type TextElement = HTMLTextAreaElement | HTMLInputElement

const SHOWN_AT_FIRST = 12

/** Refs of a text field, and the function that inserts a text at its caret. */
export function useInsertAtCaret<Element extends TextElement>(ref?: (element: Element | null) => void) {
  const element = useRef<Element | null>(null)
  const hadFocus = useRef(false)
  const field = {
    ref: (area: Element | null) => {
      element.current = area
      ref?.(area)
    },
    onFocus: () => {
      hadFocus.current = true
    },
  }
  return { field, insert: (text: string) => insertAtCaret(element, hadFocus.current, text) }
}

function insertAtCaret(element: RefObject<TextElement | null>, hadFocus: boolean, text: string): void {
  const area = element.current
  if (!area) return
  const end = area.value.length
  const [from, to] = hadFocus ? [area.selectionStart ?? end, area.selectionEnd ?? end] : [end, end]
  area.setRangeText(text, from, to, 'end')
  // Notifies the form as for typed input.
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  area.focus()
}

type PlaceholderChipsProps = { placeholders: readonly Placeholder[]; onInsert: (text: string) => void }

export function PlaceholderChips({ placeholders, onInsert }: PlaceholderChipsProps) {
  const t = useTranslations('common')
  const fill = useFillPlaceholder()
  const [showsAll, setShowsAll] = useState(false)
  const shown =
    showsAll || placeholders.length <= SHOWN_AT_FIRST + 1 ? placeholders : placeholders.slice(0, SHOWN_AT_FIRST)
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1">
      <legend className="sr-only">{t('insert')}</legend>
      <span aria-hidden className="mr-1 text-13 text-ink-faint">
        {t('insert')}
      </span>
      {shown.map(({ text, label }) => (
        <Button key={text} size="small" className="max-w-full" onClick={() => onInsert(text)}>
          <span className="truncate">{label}</span>
          {fill && (
            <span className="max-w-32 truncate font-normal text-ink-faint">{fill(text) || t('insertEmpty')}</span>
          )}
        </Button>
      ))}
      {shown.length < placeholders.length && (
        <Button size="small" variant="ghost" onClick={() => setShowsAll(true)}>
          {t('insertMore', { count: placeholders.length - shown.length })}
        </Button>
      )}
    </fieldset>
  )
}
