'use client'

import { ChevronDown } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl/react'
import { Skeleton } from '@/components/ui/content/skeleton'
import { Button } from '@/components/ui/controls/button'
import { Popover } from '@/components/ui/overlays/popover'

export type PropertyFilterProps = { properties: readonly { key: string; name: string }[] }

const PropertyForm = dynamic(() => import('./property-filter-form').then((module) => module.PropertyForm), {
  loading: () => <Skeleton className="h-32 w-full" />,
})

/** Filters by the value of one contact property; its state is in the URL. */
export function PropertyFilter(props: PropertyFilterProps) {
  const t = useTranslations('surveyResults.filters')
  return (
    <Popover
      className="w-72"
      trigger={
        <Button>
          {t('property')}
          <ChevronDown size={14} aria-hidden className="text-ink-faint" />
        </Button>
      }
    >
      <PropertyForm {...props} />
    </Popover>
  )
}
