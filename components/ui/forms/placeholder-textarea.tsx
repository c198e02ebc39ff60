import type { ComponentProps } from 'react'
import { Input } from '../controls/input'
import { Textarea } from '../controls/textarea'
import { type Placeholder, PlaceholderChips, useInsertAtCaret } from './placeholder-chips'

export type PlaceholderTextareaProps = Omit<ComponentProps<'textarea'>, 'ref'> & {
  ref?: (element: HTMLTextAreaElement | null) => void
  placeholders: readonly Placeholder[]
}

export function PlaceholderTextarea({ placeholders, ref, ...rest }: PlaceholderTextareaProps) {
  const { field, insert } = useInsertAtCaret(ref)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <Textarea {...rest} {...field} />
      <PlaceholderChips placeholders={placeholders} onInsert={insert} />
    </div>
  )
}

export type PlaceholderInputProps = Omit<ComponentProps<'input'>, 'ref'> & {
  ref?: (element: HTMLInputElement | null) => void
  placeholders: readonly Placeholder[]
}

export function PlaceholderInput({ placeholders, ref, ...rest }: PlaceholderInputProps) {
  const { field, insert } = useInsertAtCaret(ref)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <Input {...rest} {...field} />
      <PlaceholderChips placeholders={placeholders} onInsert={insert} />
    </div>
  )
}

export const FIRST_NAME_PLACEHOLDER = { en: '{{firstName|there}}', fr: '{{firstName|cher client}}' } as const
