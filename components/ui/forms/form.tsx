import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useController,
} from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { cn } from '../cn'
import { Callout } from '../content/callout'
import { Button } from '../controls/button'
import { useIsHydrated } from '../use-is-hydrated'
import { useLazyModule } from '../use-lazy-module'
import { Field } from './field'
import { UnsavedChangesGuard } from './unsaved-changes-guard'
import type { ConflictDetection } from './use-conflict-detection'
import {
  type FormValidation,
  type RevealFields,
  type SubmitError,
  type SubmitterElement,
  useFormSubmit,
} from './use-form-submit'

export type FormProps<T extends FieldValues, Out> = {
  form: UseFormReturn<T, unknown, Out>
  validate?: FormValidation<Out>
  revealFields?: RevealFields
  /** Saves. Errors appear at the fields they name, the rest at the top of the form. */
  onSubmit: (values: Out, submitter: SubmitterElement) => Promise<unknown>
  conflictDetection?: ConflictDetection<T>
  /** Prompts before unsaved changes are lost; disable for sign-in and the like. */
  guardsUnsaved?: boolean
  id?: string
  className?: string
  children: ReactNode
}

/**
 * Submits by its button or ⌘Enter/Ctrl+Enter. Until hydration its buttons are disabled and its method is POST, so that no input ends up
 * in a URL; input from before is replayed. Keeps the input while the service is unreachable, and retries when the network returns.
 */
export function Form<T extends FieldValues, Out>(props: FormProps<T, Out>) {
  const { form, validate, revealFields, onSubmit, conflictDetection, guardsUnsaved = true } = props
  const { id, className, children } = props
  const element = useRef<HTMLFormElement>(null)
  const { isDirty, isSubmitSuccessful } = form.formState
  const submission = useFormSubmit({ form, element, validate, revealFields, onSubmit, shared: conflictDetection })
  const { submitError } = submission

  return (
    // Handles keys pressed in its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={element}
      id={id}
      method="post"
      noValidate
      className={cn('grid grid-cols-[minmax(0,1fr)]', className ?? 'gap-5')}
      onSubmit={submission.submit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
    >
      {guardsUnsaved && <UnsavedChangesGuard active={isDirty && !(isSubmitSuccessful && submitError === null)} />}
      {submitError && (
        <SubmitErrorNotice submitError={submitError} submission={submission} isSaving={form.formState.isSubmitting} />
      )}
      {children}
    </form>
  )
}

type SubmitErrorNoticeProps = {
  submitError: SubmitError
  submission: ReturnType<typeof useFormSubmit>
  isSaving: boolean
}

function SubmitErrorNotice({ submitError, submission, isSaving }: SubmitErrorNoticeProps) {
  const t = useTranslations('common.form')
  const { code: notice, preload } = useLazyModule(async () => import('./conflict-notice'))
  const callout = useRef<HTMLDivElement>(null)
  // Scrolls to and focuses each failure, even a repeated one; automatic retries do not.
  const occurrence = submitError.kind === 'failed' ? submitError : submitError.kind
  useEffect(() => {
    callout.current?.scrollIntoView({ block: 'center' })
    if (occurrence !== 'unreachable') callout.current?.focus({ preventScroll: true })
  }, [occurrence])
  const hasConflict = submitError.kind === 'conflict'
  useEffect(() => {
    if (hasConflict) preload()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each conflict
  }, [hasConflict])
  if (submitError.kind === 'conflict')
    return (
      notice && (
        <notice.ConflictNotice
          differences={submitError.differences}
          onKeepMine={() => submission.keepMine(submitError.current)}
          onTakeTheirs={() => submission.takeTheirs(submitError.current)}
        />
      )
    )
  if (submitError.kind === 'failed')
    return (
      <Callout ref={callout} tone="negative">
        {submitError.message}
      </Callout>
    )
  const retryButton = (
    <Button size="small" pending={isSaving} onClick={submission.retry}>
      {t('again')}
    </Button>
  )
  return (
    <Callout ref={callout} tone="negative" action={retryButton}>
      {submitError.isOffline ? t('offline') : submitError.message}
    </Callout>
  )
}

export type FormFieldProps<T extends FieldValues, N extends FieldPath<T>, Out> = {
  control: Control<T, unknown, Out>
  name: N
  /** Where the service reports its errors, if not under `name`. */
  errorPath?: string
  label: ReactNode
  help?: ReactNode
  optional?: boolean
  hideLabel?: boolean
  className?: string
  /** Spread into `Input`, `Textarea` or `Select`; other controls take `value` and `onChange`. */
  children: (field: ControllerRenderProps<T, N>) => ReactElement
}

export function FormField<T extends FieldValues, N extends FieldPath<T>, Out>(props: FormFieldProps<T, N, Out>) {
  const { control, name, errorPath, children, ...rest } = props
  const { field, fieldState } = useController({ control, name })
  const error = errorMessage(fieldState.error)
  return (
    <div data-field={name} data-error-path={errorPath} className={props.className}>
      <Field {...rest} error={error} className="">
        {children(field)}
      </Field>
    </div>
  )
}

export function FormActions({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated()
  return (
    <fieldset
      disabled={!isHydrated}
      role="presentation"
      // Disabled only until hydration: do not dim them.
      className={cn('flex flex-wrap items-center gap-2 pt-1', !isHydrated && '[&_button]:opacity-100!')}
    >
      {children}
    </fieldset>
  )
}

function errorMessage(error: unknown): string | undefined {
  const { message, root } = (error ?? {}) as { message?: unknown; root?: { message?: unknown } }
  const text = message ?? root?.message
  return typeof text === 'string' && text !== '' ? text : undefined
}
