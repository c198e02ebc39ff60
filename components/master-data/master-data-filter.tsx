'use client'

import { ChevronDown } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTransition } from 'react'
import { Skeleton } from '../ui/content/skeleton'
import { Button } from '../ui/controls/button'
import type { Option } from '../ui/controls/select'
import { Popover } from '../ui/overlays/popover'
import type { MasterDataCollectionName } from './master-data-collections'

export type MasterDataFilterProps = {
  collection: MasterDataCollectionName
  param: string
  label: string
  chosen: Option | null
}

const FilterCombobox = dynamic(() => import('./master-data-filter-combobox').then((module) => module.FilterCombobox), {
  loading: () => <Skeleton className="h-9 w-full" />,
})

/** List filter with server-side search, for thousands of options; its state is in the URL. */
export function MasterDataFilter(props: MasterDataFilterProps) {
  const [pending, start] = useTransition()
  return (
    <Popover
      trigger={
        <Button aria-busy={pending}>
          {props.label}
          <ChevronDown size={14} aria-hidden className="text-ink-faint" />
        </Button>
      }
    >
      <FilterCombobox {...props} start={start} />
    </Popover>
  )
}
