'use client'

import type { FormEvent, ReactNode } from 'react'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import { useIsAlive } from '../ui/forms/alive'

export type AuthFormProps = {
  submit: string
  pending: boolean
  /** What went wrong with the whole of it, in words; announced. */
  error: string | null
  onSubmit: (fields: Record<string, string>) => void
  children: ReactNode
}

/**
 * A form that waits for its script: until the page is alive the button is off and the method is POST, so that a
 * password can never end up in an address.
 */
export function AuthForm({ submit, pending, error, onSubmit, children }: AuthFormProps) {
  const isAlive = useIsAlive()
  const submitFields = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!pending) onSubmit(readTexts(event.currentTarget))
  }
  return (
    <form method="post" noValidate onSubmit={submitFields} className="grid gap-4">
      {error !== null && <Callout tone="negative">{error}</Callout>}
      {children}
      <Button
        type="submit"
        variant="primary"
        size="large"
        pending={pending}
        disabled={!isAlive}
        className="mt-2 w-full"
      >
        {submit}
      </Button>
    </form>
  )
}

/** The sentences of a field that an answer found fault with. */
export function fieldError(details: Record<string, string[]>, field: string): { error?: string } {
  const sentences = details[field]
  return sentences === undefined ? {} : { error: sentences.join(' ') }
}

/** What was typed, by the names of the fields. */
export function readTexts(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
}
