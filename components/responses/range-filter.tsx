'use client'

import { ChevronDown } from 'lucide-react'
import dynamic from 'next/dynamic'
import { Skeleton } from '@/components/ui/content/skeleton'
import { Button } from '@/components/ui/controls/button'
import { Popover } from '@/components/ui/overlays/popover'

type Bound = { param: string; label: string }

export type RangeFilterProps = {
  label: string
  bounds: readonly [Bound, Bound]
  kind: 'date' | 'score'
  /** For scores: the metric of the scale. */
  scale?: { param: string; label: string; anyLabel: string; options: readonly { value: string; label: string }[] }
}

const RangeForm = dynamic(() => import('./range-filter-form').then((module) => module.RangeForm), {
  loading: () => <Skeleton className="h-24 w-full" />,
})

/** State is in the URL; either end may be open. Rejects an end before its start. */
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
