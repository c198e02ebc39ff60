'use client'

import { type ReactElement, type ReactNode, useState } from 'react'
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useController,
} from 'react-hook-form'
import { type Failure, useToFailure } from '@/components/trpc'
import { cn } from '../cn'
import { Callout } from '../content/callout'
import { useEarlyInput, useIsAlive } from './alive'
import { Field } from './field'
import { UnsavedGuard } from './unsaved-guard'

export type FormProps<T extends FieldValues, Out> = {
  /** From `useForm({ defaultValues })`; what is wrong with the values is for the service to say. */
  form: UseFormReturn<T, unknown, Out>
  /** Saves. What it throws is told: at the fields that it names, the rest at the head of the form. */
  onSubmit: (values: Out) => Promise<unknown>
  /** Asks before changes are left unsaved; off for sign-in and the like. */
  guard?: boolean
  className?: string
  /** Fields, then `FormActions` with the submit button. */
  children: ReactNode
}

/**
 * A form that saves by its button and by ⌘Enter or Ctrl+Enter. Until the page is alive its buttons are off and its
 * method is POST, so that nothing typed can end up in an address; what was typed by then is kept.
 */
export function Form<T extends FieldValues, Out>({
  form,
  onSubmit,
  guard = true,
  className,
  children,
}: FormProps<T, Out>) {
  const toFailure = useToFailure()
  const [failure, setFailure] = useState<string | null>(null)
  const element = useEarlyInput(form)
  const { isDirty, isSubmitting, isSubmitSuccessful } = form.formState

  const submit = form.handleSubmit(async (values, event) => {
    setFailure(null)
    try {
      await onSubmit(values)
    } catch (error) {
      setFailure(tell(form, toFailure(error), fieldNames(event?.target)))
    }
  })

  return (
    // Keys pressed in its fields, not on itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={element}
      method="post"
      noValidate
      className={cn('grid grid-cols-[minmax(0,1fr)]', className ?? 'gap-5')}
      onSubmit={(event) => {
        // What was wrong before may be right now; an error beside a field, at a whole question, would bar the way for good.
        form.clearErrors()
        void submit(event)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
    >
      {guard && <UnsavedGuard active={isDirty && !isSubmitting && !(isSubmitSuccessful && failure === null)} />}
      {failure !== null && <Callout tone="negative">{failure}</Callout>}
      {children}
    </form>
  )
}

export type FormFieldProps<T extends FieldValues, N extends FieldPath<T>, Out> = {
  control: Control<T, unknown, Out>
  name: N
  label: ReactNode
  help?: ReactNode
  optional?: boolean
  className?: string
  /** Spread into `Input`, `Textarea` or `Select`; `value` and `onChange` go to the others. */
  children: (field: ControllerRenderProps<T, N>) => ReactElement
}

/** A field of the form with its label and its error. */
export function FormField<T extends FieldValues, N extends FieldPath<T>, Out>(props: FormFieldProps<T, N, Out>) {
  const { control, name, children, ...rest } = props
  const { field, fieldState } = useController({ control, name })
  const error = errorMessage(fieldState.error)
  return (
    <div data-field={name} className={props.className}>
      <Field {...rest} {...(error === undefined ? {} : { error })} className="">
        {children(field)}
      </Field>
    </div>
  )
}

/** The foot of a form: the button that saves, then what else there is. */
export function FormActions({ children }: { children: ReactNode }) {
  const isAlive = useIsAlive()
  return (
    <fieldset
      disabled={!isAlive}
      role="presentation"
      // They wait for the script, not for the person: nothing of that is to be seen.
      className={cn('flex flex-wrap items-center gap-2 pt-1', !isAlive && '[&_button]:opacity-100!')}
    >
      {children}
    </fieldset>
  )
}

/** Puts each message to its field and returns what remains for the head of the form; null when nothing does. */
function tell<T extends FieldValues, Out>(
  form: UseFormReturn<T, unknown, Out>,
  failure: Failure,
  names: string[],
): string | null {
  const rest: string[] = []
  let focused = false
  for (const [path, messages] of Object.entries(failure.details)) {
    const name = names
      .filter((known) => path === known || path.startsWith(`${known}.`))
      .sort((a, b) => b.length - a.length)[0]
    if (name === undefined) rest.push(...messages)
    else {
      form.setError(name as FieldPath<T>, { type: 'server', message: messages.join(' ') }, { shouldFocus: !focused })
      focused = true
    }
  }
  if (rest.length > 0) return rest.join(' ')
  return focused ? null : failure.message
}

/** The fields that are on the screen now: an error of any other must be told elsewhere. */
function fieldNames(form: unknown): string[] {
  if (!(form instanceof HTMLFormElement)) return []
  return [...form.querySelectorAll<HTMLElement>('[data-field]')].map((element) => element.dataset.field ?? '')
}

type Erring = { message?: unknown; root?: { message?: unknown } }

function errorMessage(error: unknown): string | undefined {
  const { message, root } = (error ?? {}) as Erring
  const told = message ?? root?.message
  return typeof told === 'string' && told !== '' ? told : undefined
}
