'use client'

import { ChevronDown } from 'lucide-react'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { DateInput } from '@/components/ui/controls/date-input'
import { Input } from '@/components/ui/controls/input'
import { Field } from '@/components/ui/forms/field'
import { hrefWith } from '@/components/ui/href'
import { Popover, useClosePopover } from '@/components/ui/overlays/popover'

export type RangeFilterProps = {
  label: string
  /** Both ends: their parameter in the URL, and their name. */
  ends: readonly [End, End]
  kind: 'date' | 'score'
}

type End = { param: string; label: string }

/** A filter with two ends, in the URL; either may stay open. */
export function RangeFilter(props: RangeFilterProps) {
  return (
    <Popover
      className={props.kind === 'date' ? 'w-86' : 'w-72'}
      trigger={
        <Button>
          {props.label}
          <ChevronDown size={14} aria-hidden className="text-ink-faint" />
        </Button>
      }
    >
      <RangeForm {...props} />
    </Popover>
  )
}

function RangeForm({ ends, kind }: RangeFilterProps) {
  const t = useTranslations('responses')
  const router = useRouter()
  const path = usePathname()
  const params = useSearchParams()
  const close = useClosePopover()

  const [refused, setRefused] = useState(false)

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fieldText = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
    const changes = Object.fromEntries(ends.map(({ param }) => [param, fieldText(form.get(param))]))
    const [low = '', high = ''] = ends.map(({ param }) => changes[param])
    // Days are written so that their order is that of their text.
    const isTurned = low !== '' && high !== '' && (kind === 'date' ? low > high : Number(low) > Number(high))
    setRefused(isTurned)
    if (isTurned) return
    close()
    router.push(hrefWith(path, Object.fromEntries(params), changes), { scroll: false })
  }

  return (
    <form onSubmit={apply} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        {ends.map((end, index) => (
          <Field
            key={end.param}
            label={end.label}
            error={refused && index === 1 ? t(kind === 'date' ? 'filters.datesTurned' : 'filters.scoresTurned') : null}
          >
            <End kind={kind} end={end} value={params.get(end.param) ?? ''} />
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

function End({ kind, end, value }: { kind: RangeFilterProps['kind']; end: End; value: string }): ReactNode {
  if (kind === 'date') return <DateInput name={end.param} defaultValue={value} />
  return <Input name={end.param} type="number" inputMode="numeric" min={0} max={10} step={1} defaultValue={value} />
}
