import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '../cn'

type FieldIds = { control: string; help: string; error: string; invalid: boolean; hasHelp: boolean }

const Context = createContext<FieldIds | null>(null)

export type FieldProps = {
  label: ReactNode
  help?: ReactNode
  error?: ReactNode
  optional?: boolean
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

export function Field({ label, help, error, optional = false, hideLabel = false, className, children }: FieldProps) {
  const t = useTranslations('common')
  const ids = useFieldIds(help, error)
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <label htmlFor={ids.control} className={cn('text-13 font-medium text-ink', hideLabel && 'sr-only')}>
        {label}
        {optional && <span className="ml-1.5 font-normal text-ink-faint">{t('optional')}</span>}
      </label>
      <Context value={ids}>{children}</Context>
      <FieldNotes ids={ids} help={help} error={error} />
    </div>
  )
}

export type FieldsetProps = Omit<FieldProps, 'hideLabel' | 'optional'> & {
  helpFirst?: boolean
}

export function Fieldset({ label, help, error, helpFirst = false, className, children }: FieldsetProps) {
  const ids = useFieldIds(help, error)
  return (
    <fieldset className={cn('grid content-start gap-2', className)} aria-describedby={describedBy(ids)}>
      <legend className="mb-1.5 text-13 font-medium text-ink">{label}</legend>
      {helpFirst && <FieldNotes ids={ids} help={help} error={error} />}
      {children}
      {!helpFirst && <FieldNotes ids={ids} help={help} error={error} />}
    </fieldset>
  )
}

function useFieldIds(help: ReactNode, error: ReactNode): FieldIds {
  const id = useId()
  return { control: id, help: `${id}-help`, error: `${id}-error`, invalid: Boolean(error), hasHelp: Boolean(help) }
}

/** Ids and ARIA attributes of the surrounding `Field`; empty without one. */
export function useFieldAttributes(): {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
} {
  const ids = useContext(Context)
  if (!ids) return {}
  return { id: ids.control, 'aria-describedby': describedBy(ids), 'aria-invalid': ids.invalid || undefined }
}

function FieldNotes({ ids, help, error }: { ids: FieldIds; help: ReactNode; error: ReactNode }) {
  return (
    <>
      {/* Rendered before the error appears, so that screen readers announce it. */}
      <div id={ids.error} aria-live="polite" className={cn(!error && 'hidden')}>
        {error && (
          <p className="flex items-start gap-1.5 text-13 text-negative-text">
            <CircleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
            {error}
          </p>
        )}
      </div>
      {help && (
        <p id={ids.help} className="text-13 text-ink-faint">
          {help}
        </p>
      )}
    </>
  )
}

function describedBy(ids: FieldIds): string | undefined {
  return [ids.invalid && ids.error, ids.hasHelp && ids.help].filter(Boolean).join(' ') || undefined
}
