'use client'

import { ChevronDown } from 'lucide-react'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTransition } from 'react'
import { Button } from '../ui/controls/button'
import type { Option } from '../ui/controls/select'
import { Popover, useClosePopover } from '../ui/overlays/popover'
import { withSearchParams } from '../ui/search-params'
import type { MasterDataCollectionName } from './master-data-collections'
import { MasterDataCombobox } from './master-data-combobox'

export type MasterDataFilterProps = {
  collection: MasterDataCollectionName
  param: string
  label: string
  chosen: Option | null
}

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

function FilterCombobox({
  collection,
  param,
  label,
  chosen,
  start,
}: MasterDataFilterProps & { start: (go: () => void) => void }) {
  const router = useRouter()
  const path = usePathname()
  const params = useSearchParams()
  const close = useClosePopover()

  function choose(value: string) {
    if (value === (params.get(param) ?? '')) return
    close()
    start(() => router.push(withSearchParams(path, Object.fromEntries(params), { [param]: value }), { scroll: false }))
  }

  return (
    <MasterDataCombobox
      collection={collection}
      label={label}
      value={params.get(param) ?? ''}
      onChange={choose}
      initialOption={chosen}
      opensOnFocus
    />
  )
}
