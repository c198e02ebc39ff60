'use client'

import { ChevronDown } from 'lucide-react'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../controls/button'
import { Menu, MenuRadioGroup } from '../controls/menu'
import { withSearchParams } from '../search-params'

export type FilterMenuProps = {
  param: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Of the option without a value; null if there is none. */
  allLabel?: string | null
}

export function FilterMenu({ param, label, options, allLabel }: FilterMenuProps) {
  const t = useTranslations('common')
  const router = useRouter()
  const path = usePathname()
  const params = useSearchParams()
  const [pending, start] = useTransition()
  const choose = (value: string) =>
    start(() => router.push(withSearchParams(path, Object.fromEntries(params), { [param]: value }), { scroll: false }))
  return (
    <Menu
      align="start"
      trigger={
        <Button aria-busy={pending}>
          {label}
          <ChevronDown size={14} aria-hidden className="text-ink-faint" />
        </Button>
      }
    >
      <MenuRadioGroup
        value={params.get(param) ?? ''}
        onChange={choose}
        options={[...(allLabel === null ? [] : [{ value: '', label: allLabel ?? t('all') }]), ...options]}
      />
    </Menu>
  )
}
