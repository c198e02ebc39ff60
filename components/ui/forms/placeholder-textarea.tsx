import { type ComponentProps, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../controls/button'
import { Textarea } from '../controls/textarea'

export type Placeholder = { text: string; label: string }

const SHOWN_AT_FIRST = 12

export type PlaceholderTextareaProps = Omit<ComponentProps<'textarea'>, 'ref'> & {
  ref?: (element: HTMLTextAreaElement | null) => void
  placeholders: readonly Placeholder[]
}

export function PlaceholderTextarea({ placeholders, ref, ...rest }: PlaceholderTextareaProps) {
  const t = useTranslations('common')
  const [showsAll, setShowsAll] = useState(false)
  const shown =
    showsAll || placeholders.length <= SHOWN_AT_FIRST + 1 ? placeholders : placeholders.slice(0, SHOWN_AT_FIRST)
  const element = useRef<HTMLTextAreaElement | null>(null)
  const hadFocus = useRef(false)

  const insert = (text: string) => {
    const area = element.current
    if (!area) return
    const end = area.value.length
    const [from, to] = hadFocus.current ? [area.selectionStart, area.selectionEnd] : [end, end]
    area.setRangeText(text, from, to, 'end')
    // Notifies the form as for typed input.
    area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
    area.focus()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <Textarea
        {...rest}
        ref={(area) => {
          element.current = area
          ref?.(area)
        }}
        onFocus={() => {
          hadFocus.current = true
        }}
      />
      <fieldset className="flex min-w-0 flex-wrap items-center gap-1">
        <legend className="sr-only">{t('insert')}</legend>
        <span aria-hidden className="mr-1 text-13 text-ink-faint">
          {t('insert')}
        </span>
        {shown.map(({ text, label }) => (
          <Button key={text} size="small" className="max-w-full" onClick={() => insert(text)}>
            <span className="truncate">{label}</span>
          </Button>
        ))}
        {shown.length < placeholders.length && (
          <Button size="small" variant="ghost" onClick={() => setShowsAll(true)}>
            {t('insertMore', { count: placeholders.length - shown.length })}
          </Button>
        )}
      </fieldset>
    </div>
  )
}

export const FIRST_NAME_PLACEHOLDER = { en: '{{firstName|there}}', fr: '{{firstName|cher client}}' } as const
