'use client'

import { ChevronDown } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl/react'
import { Skeleton } from '@/components/ui/content/skeleton'
import { Button } from '@/components/ui/controls/button'
import type { Option } from '@/components/ui/controls/select'
import { Popover } from '@/components/ui/overlays/popover'

/** @property param of the page's address: a property of contacts, or a hidden field */
export type ConditionFilterProps = { param: 'property' | 'field'; options: readonly Option[] }

const ConditionForm = dynamic(() => import('./condition-filter-form').then((module) => module.ConditionForm), {
  loading: () => <Skeleton className="h-32 w-full" />,
})

/** Filters by the value of one property or hidden field; its state is in the URL. */
export function ConditionFilter(props: ConditionFilterProps) {
  const t = useTranslations('surveyResults.filters')
  return (
    <Popover
      className="w-72"
      trigger={
        <Button>
          {t(props.param)}
          <ChevronDown size={14} aria-hidden className="text-ink-faint" />
        </Button>
      }
    >
      <ConditionForm {...props} />
    </Popover>
  )
}
