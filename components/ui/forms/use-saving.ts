import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { type Failure, useToFailure } from '@/components/trpc'
import { fieldForPath } from './field-for-path'
import { type Difference, findDifferences, type Shared } from './shared'

/** Why the form is not saved. `changed`: somebody saved another version meanwhile. */
export type Trouble =
  | { kind: 'failed'; words: string }
  | { kind: 'unreached'; words: string; isOffline: boolean }
  | { kind: 'changed'; current: unknown; differences: Difference[] }

/** The button by which a form was sent; null where it was none. */
export type Submitter = HTMLElement | null

type Saving<T extends FieldValues, Out> = {
  form: UseFormReturn<T, unknown, Out>
  element: RefObject<HTMLFormElement | null>
  onSubmit: (values: Out, submitter: Submitter) => Promise<unknown>
  shared: Shared<T> | undefined
}

/** Saves a form, and keeps what stands in the way; what was typed stays in every case. */
export function useSaving<T extends FieldValues, Out>({ form, element, onSubmit, shared }: Saving<T, Out>) {
  const toFailure = useToFailure()
  const t = useTranslations('common.combobox')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const submitter = useRef<Submitter>(null)

  async function attempt(values: Out): Promise<Trouble | null> {
    try {
      await onSubmit(values, submitter.current)
      return null
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'UNREACHABLE')
        return { kind: 'unreached', words: failure.message, isOffline: !navigator.onLine }
      if (failure.code !== 'CHANGED_MEANWHILE' || !shared) return tell(form, failure, element.current)
      const { current } = failure
      const theirs = shared.describe(shared.toValues(current))
      const differences = findDifferences(shared.describe(form.getValues()), theirs)
      if (differences.length > 0) return { kind: 'changed', current, differences }
      // Both want the same, so there is nothing to ask.
      shared.accept(current)
      return attempt(values)
    }
  }

  async function save(values: Out) {
    setTrouble((before) => (before?.kind === 'unreached' ? before : null))
    setTrouble(await attempt(values))
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (form.formState.isSubmitting) return
    submitter.current = event.nativeEvent.submitter
    // What was wrong before may be right now; an error beside a field, at a whole question, would bar the way for good.
    form.clearErrors()
    const unchosen = element.current?.querySelector<HTMLElement>('[data-unchosen]')
    const name = unchosen?.closest<HTMLElement>('[data-field]')?.dataset.field
    if (unchosen && name !== undefined) {
      form.setError(name as FieldPath<T>, { type: 'unchosen', message: t('choose') })
      unchosen.focus({ preventScroll: true })
      unchosen.scrollIntoView({ block: 'center' })
      return
    }
    void form.handleSubmit(save)(event)
  }

  /** Presses the same button once more, which then has the focus: what was pressed to get here goes. */
  function again() {
    const button = submitter.current?.isConnected ? submitter.current : null
    const focus = button ?? element.current?.querySelector<HTMLElement>('[type=submit]')
    focus?.focus({ preventScroll: true })
    element.current?.requestSubmit(button)
  }

  // Whoever pressed save without a network has said what they want.
  const isWaiting = trouble?.kind === 'unreached'
  useEffect(() => {
    if (!isWaiting) return undefined
    const retry = () => element.current?.requestSubmit(submitter.current?.isConnected ? submitter.current : null)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isWaiting, element, submitter])

  function keepMine(current: unknown) {
    shared?.accept(current)
    again()
  }

  function takeTheirs(current: unknown) {
    if (!shared) return
    shared.accept(current)
    form.reset(shared.toValues(current))
    setTrouble(null)
    element.current?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
  }

  return { trouble, submit, again, keepMine, takeTheirs }
}

/** Puts each message to its field, goes to the first, and returns what remains for the head of the form. */
function tell<T extends FieldValues, Out>(
  form: UseFormReturn<T, unknown, Out>,
  failure: Failure,
  element: HTMLFormElement | null,
): Trouble | null {
  const fields = [...(element?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  const names = fields.map((field) => field.dataset.field ?? '')
  const rest: string[] = []
  const wrong = new Set<string>()
  for (const [path, messages] of Object.entries(failure.details)) {
    // The fields that are on the screen now: an error of any other must be told elsewhere.
    const name = fieldForPath(path, names)
    if (name === undefined) rest.push(...messages)
    else {
      form.setError(name as FieldPath<T>, { type: 'server', message: messages.join(' ') })
      wrong.add(name)
    }
  }
  const first = fields.find(({ dataset }) => wrong.has(dataset.field ?? ''))
  const control = first?.querySelector<HTMLElement>('input, select, textarea') ?? first?.querySelector('button')
  control?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center' })
  if (rest.length > 0) return { kind: 'failed', words: rest.join(' ') }
  return first ? null : { kind: 'failed', words: failure.message }
}
