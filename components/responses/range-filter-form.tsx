import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '@/components/ui/cn'
import { Button } from '@/components/ui/controls/button'
import { DateInput } from '@/components/ui/controls/date-input'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { useClosePopover, usePopoverFocus } from '@/components/ui/overlays/popover'
import { withSearchParams } from '@/components/ui/search-params'
import { isInvertedRange } from './inverted-range'
import type { RangeFilterProps } from './range-filter'

const SCORE_INPUT = { type: 'number', inputMode: 'numeric', min: 0, max: 10, step: 1 } as const

/* Date inputs cut off their text below a minimum width; they wrap to two lines if both do not fit. */
const SIDE_BY_SIDE = { date: 'grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))]', score: 'grid-cols-2' }

/** The content of a `RangeFilter`, loaded when it opens. */
export function RangeForm({ bounds, kind, scale }: RangeFilterProps) {
  const t = useTranslations('responses')
  const router = useRouter()
  const path = usePathname()
  const params = useSearchParams()
  const close = useClosePopover()
  const content = usePopoverFocus<HTMLFormElement>()
  const [first, last] = bounds
  const [low, high] = [params.get(first.param) ?? '', params.get(last.param) ?? '']
  // A URL may also contain an inverted range.
  const [hasError, setHasError] = useState(() => isInvertedRange(kind, low, high))

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fieldText = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
    const paramNames = [...bounds.map(({ param }) => param), ...(scale ? [scale.param] : [])]
    const changes = Object.fromEntries(paramNames.map((param) => [param, fieldText(form.get(param))]))
    if (isInvertedRange(kind, changes[first.param] ?? '', changes[last.param] ?? '')) {
      setHasError(true)
      event.currentTarget.querySelector<HTMLInputElement>(`input[name="${last.param}"]`)?.focus()
      return
    }
    close()
    router.push(withSearchParams(path, Object.fromEntries(params), changes), { scroll: false })
  }

  return (
    <form ref={content} onSubmit={apply} onInput={() => setHasError(false)} className="grid gap-3">
      {scale && (
        <Field label={scale.label}>
          <Select
            name={scale.param}
            options={scale.options}
            placeholder={scale.anyLabel}
            defaultValue={params.get(scale.param) ?? ''}
          />
        </Field>
      )}
      <div className={cn('grid gap-3', SIDE_BY_SIDE[kind])}>
        {bounds.map(({ param, label }, index) => (
          <Field
            key={param}
            label={label}
            error={hasError && index === 1 ? t(kind === 'date' ? 'filters.datesTurned' : 'filters.scoresTurned') : null}
          >
            {kind === 'date' ? (
              <DateInput name={param} defaultValue={index === 0 ? low : high} />
            ) : (
              <Input name={param} {...SCORE_INPUT} defaultValue={index === 0 ? low : high} />
            )}
          </Field>
        ))}
      </div>
      <div>
        <Button type="submit" variant="primary" size="small">
          {t('filters.apply')}
        </Button>
      </div>
    </form>
  )
}
