import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useClosePopover, usePopoverFocus } from '../ui/overlays/popover'
import { withSearchParams } from '../ui/search-params'
import { MasterDataCombobox } from './master-data-combobox'
import type { MasterDataFilterProps } from './master-data-filter'

/** The content of a `MasterDataFilter`, loaded when it opens. */
export function FilterCombobox({
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
  const content = usePopoverFocus<HTMLDivElement>()

  function choose(value: string) {
    if (value === (params.get(param) ?? '')) return
    close()
    start(() => router.push(withSearchParams(path, Object.fromEntries(params), { [param]: value }), { scroll: false }))
  }

  return (
    <div ref={content}>
      <MasterDataCombobox
        collection={collection}
        label={label}
        value={params.get(param) ?? ''}
        onChange={choose}
        initialOption={chosen}
        opensOnFocus
      />
    </div>
  )
}
