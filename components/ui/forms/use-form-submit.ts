import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { type CallFailure, useParseCallError } from '@/components/trpc'
import { findFieldNameForErrorPath } from './find-field-name-for-error-path'
import { focusField } from './focus-field'
import { type ConflictDetection, diffFields, type FieldDifference } from './use-conflict-detection'

export type SubmitError =
  | { kind: 'failed'; message: string }
  | { kind: 'unreachable'; message: string; isOffline: boolean }
  | { kind: 'conflict'; current: unknown; differences: FieldDifference[] }

export type SubmitterElement = HTMLElement | null

/** Finds errors before anything is sent: field path → messages, as the service reports them. Empty if all is valid. */
export type FormValidation<Out> = (values: Out) => Promise<Record<string, string[]>>

/** Renders the fields of these error paths, which may be in a part of the form that is closed. */
export type RevealFields = (paths: readonly string[]) => Promise<void>

type SubmitOptions<T extends FieldValues, Out> = {
  form: UseFormReturn<T, unknown, Out>
  element: RefObject<HTMLFormElement | null>
  validate: FormValidation<Out> | undefined
  revealFields: RevealFields | undefined
  onSubmit: (values: Out, submitter: SubmitterElement) => Promise<unknown>
  shared: ConflictDetection<T> | undefined
}

export function useFormSubmit<T extends FieldValues, Out>(options: SubmitOptions<T, Out>) {
  const { form, element, validate, revealFields, onSubmit, shared } = options
  const toFailure = useParseCallError()
  const t = useTranslations('common.combobox')
  const [trouble, setTrouble] = useState<SubmitError | null>(null)
  const submitter = useRef<SubmitterElement>(null)
  const isSubmitting = useRef(false)
  const isUnreachable = useRef(false)
  const onlineEvents = useRef(0)

  async function attempt(values: Out): Promise<SubmitError | null> {
    try {
      const details = (await validate?.(values)) ?? {}
      if (Object.keys(details).length > 0) return await showErrors({ message: '', details })
      await onSubmit(values, submitter.current)
      return null
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'UNREACHABLE')
        return { kind: 'unreachable', message: failure.message, isOffline: !navigator.onLine }
      if (failure.code !== 'CHANGED_MEANWHILE' || !shared) return showErrors(failure)
      const { current } = failure
      const differences = await findDifferences(shared, current)
      if (differences === null) return { kind: 'failed', message: failure.message }
      if (differences.length > 0) return { kind: 'conflict', current, differences }
      // Both versions are identical: no conflict to resolve.
      shared.setBaseline(current)
      return attempt(values)
    }
  }

  async function showErrors(failure: Pick<CallFailure, 'message' | 'details'>): Promise<SubmitError | null> {
    await revealFields?.(Object.keys(failure.details))
    return assignErrors(form, failure, element.current)
  }

  /** Null if the code that describes them could not be loaded. */
  async function findDifferences(detection: ConflictDetection<T>, current: unknown) {
    try {
      const theirs = await detection.describe(detection.toValues(current))
      return diffFields(await detection.describe(form.getValues()), theirs)
    } catch {
      return null
    }
  }

  async function save(values: Out): Promise<void> {
    setTrouble((previous) => (previous?.kind === 'unreachable' ? previous : null))
    const onlineEventsBefore = onlineEvents.current
    const error = await attempt(values)
    isUnreachable.current = error?.kind === 'unreachable'
    // The network came back during the attempt: no `online` event will start another one.
    if (isUnreachable.current && onlineEvents.current > onlineEventsBefore) return save(values)
    setTrouble(error)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSubmitting.current) return
    submitter.current = event.nativeEvent.submitter
    // Previous errors may be obsolete, and one on a field array would block submission for good.
    form.clearErrors()
    const unchosen = element.current?.querySelector<HTMLElement>('[data-unchosen]')
    const name = unchosen?.closest<HTMLElement>('[data-field]')?.dataset.field
    if (unchosen && name !== undefined) {
      form.setError(name as FieldPath<T>, { type: 'unchosen', message: t('choose') })
      unchosen.focus({ preventScroll: true })
      unchosen.scrollIntoView({ block: 'center' })
      return
    }
    isSubmitting.current = true
    void form
      .handleSubmit(save)(event)
      .finally(() => {
        isSubmitting.current = false
      })
  }

  /** Clicks the same button again and focuses it, because the pressed one disappears. */
  function again() {
    const button = submitter.current?.isConnected ? submitter.current : null
    const focus = button ?? element.current?.querySelector<HTMLElement>('[type=submit]')
    focus?.focus({ preventScroll: true })
    element.current?.requestSubmit(button)
  }

  // A save attempted offline is retried automatically.
  useEffect(() => {
    const retry = () => {
      onlineEvents.current += 1
      if (!isUnreachable.current) return
      element.current?.requestSubmit(submitter.current?.isConnected ? submitter.current : null)
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [element])

  function keepMine(current: unknown) {
    shared?.setBaseline(current)
    again()
  }

  function takeTheirs(current: unknown) {
    if (!shared) return
    shared.setBaseline(current)
    form.reset(shared.toValues(current))
    setTrouble(null)
    element.current?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
  }

  return { submitError: trouble, submit, retry: again, keepMine, takeTheirs }
}

/** Assigns messages to fields, focuses the first field, and returns the other messages for the top of the form. */
function assignErrors<T extends FieldValues, Out>(
  form: UseFormReturn<T, unknown, Out>,
  failure: Pick<CallFailure, 'message' | 'details'>,
  element: HTMLFormElement | null,
): SubmitError | null {
  const fields = [...(element?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  const names = fields.map((field) => field.dataset.field ?? '')
  const paths = fields.map((field, index) => field.dataset.errorPath ?? names[index] ?? '')
  const unassigned: string[] = []
  const invalid = new Set<string>()
  for (const [path, messages] of Object.entries(failure.details)) {
    // Rendered fields only: errors of others go to the top of the form.
    const name = names[paths.indexOf(findFieldNameForErrorPath(path, paths) ?? '')]
    if (name === undefined) unassigned.push(...messages)
    else {
      form.setError(name as FieldPath<T>, { type: 'server', message: messages.join(' ') })
      invalid.add(name)
    }
  }
  const first = fields.find(({ dataset }) => invalid.has(dataset.field ?? ''))
  if (first) focusField(first)
  if (unassigned.length > 0) return { kind: 'failed', message: unassigned.join(' ') }
  return first ? null : { kind: 'failed', message: failure.message }
}
