'use client'

import { ChevronDown } from 'lucide-react'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useState, useTransition } from 'react'
import { Button } from '../controls/button'
import { Checkbox } from '../controls/checkbox'
import { Popover } from '../overlays/popover'
import { withSearchParams } from '../search-params'

export type FilterCheckboxesProps = {
  /** URL parameter: comma-separated values. */
  param: string
  label: string
  help: string
  options: readonly { value: string; label: string }[]
}

export function FilterCheckboxes(props: FilterCheckboxesProps) {
  const [pending, start] = useTransition()
  return (
    <Popover
      className="w-64"
      trigger={
        <Button aria-busy={pending}>
          {props.label}
          <ChevronDown size={14} aria-hidden className="text-ink-faint" />
        </Button>
      }
    >
      <Checks {...props} start={start} />
    </Popover>
  )
}

function Checks({ param, label, help, options, start }: FilterCheckboxesProps & { start: (go: () => void) => void }) {
  const router = useRouter()
  const path = usePathname()
  const params = useSearchParams()
  const [selected, setSelected] = useState(() => (params.get(param) ?? '').split(',').filter(Boolean))

  function toggle(value: string, isSelected: boolean) {
    const next = isSelected ? [...selected, value] : selected.filter((each) => each !== value)
    setSelected(next)
    const href = withSearchParams(path, Object.fromEntries(params), { [param]: next.join(',') })
    start(() => router.push(href, { scroll: false }))
  }

  return (
    <fieldset className="grid max-h-80 gap-2.5 overflow-y-auto">
      <legend className="mb-1 text-12 font-medium text-ink-soft">{label}</legend>
      <p className="text-12 text-ink-soft">{help}</p>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={selected.includes(option.value)}
          onChange={(isSelected) => toggle(option.value, isSelected)}
        />
      ))}
    </fieldset>
  )
}
