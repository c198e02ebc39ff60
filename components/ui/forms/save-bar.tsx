import { CircleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { focusField } from './focus-field'
import { FormActions } from './form'
import { type FormError, listFormErrors } from './list-form-errors'

type SaveBarProps<T extends FieldValues, Out> = {
  form: UseFormReturn<T, unknown, Out>
  /** Says where the field is, such as “Step 2: Choose a survey.” */
  describeError: (error: FormError) => string
  /** Shown while nothing has changed. */
  unchangedText?: string
  /** The submit buttons. */
  children: ReactNode
}

/**
 * Submit buttons of a long form, within reach at the lower edge of the window, beside its state: its first error, which leads to its
 * field, or that it has unsaved changes. The form must be a flex column, because a grid row leaves it no room to stick.
 */
export function SaveBar<T extends FieldValues, Out>({
  form,
  describeError,
  unchangedText,
  children,
}: SaveBarProps<T, Out>) {
  const t = useTranslations('common.form')
  const { errors, isDirty } = form.formState
  const bar = useRef<HTMLDivElement>(null)
  const [error, ...others] = listFormErrors(errors)

  function showField({ name }: FormError) {
    const field = bar.current?.closest('form')?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
    if (field) focusField(field)
  }

  return (
    <div
      ref={bar}
      data-save-bar
      className="z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border bg-surface px-3 py-2.5 shadow-float max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:px-4 max-sm:[&_fieldset]:w-full max-sm:[&_fieldset>*]:grow [@media(height>=30rem)]:sticky [@media(height>=30rem)]:bottom-0 sm:[@media(height>=30rem)]:bottom-3"
    >
      <p role="status" className="min-w-0 text-13 text-ink-soft empty:hidden sm:flex-1">
        {error ? (
          <span className="flex items-start gap-1.5 text-negative-text">
            <CircleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
            <span className="wrap-anywhere">
              <button
                type="button"
                className="rounded-mark text-left underline underline-offset-2"
                onClick={() => showField(error)}
              >
                {describeError(error)}
              </button>
              {others.length > 0 && <> {t('moreErrors', { count: others.length })}</>}
            </span>
          </span>
        ) : isDirty ? (
          t('unsaved')
        ) : (
          unchangedText
        )}
      </p>
      <FormActions>{children}</FormActions>
    </div>
  )
}
