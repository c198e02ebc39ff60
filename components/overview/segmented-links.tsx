import { cn } from '@/components/ui/cn'
import { type SearchParams, withSearchParams } from '@/components/ui/search-params'
import { Link } from '../ui/controls/link'

export type SegmentedLinksProps = {
  label: string
  param: string
  value: string
  options: readonly { value: string; label: string }[]
  params: SearchParams
  clearedParams?: readonly string[]
  path?: string
}

export function SegmentedLinks({
  label,
  param,
  value,
  options,
  params,
  clearedParams = [],
  path = '/',
}: SegmentedLinksProps) {
  return (
    <nav aria-label={label} className="flex rounded-control border p-0.5 max-sm:flex-wrap">
      {options.map((option) => (
        <Link
          key={option.value}
          href={withSearchParams(path, params, {
            ...Object.fromEntries(clearedParams.map((name) => [name, null])),
            [param]: option.value,
          })}
          aria-current={option.value === value ? 'true' : undefined}
          scroll={false}
          className={cn(
            'rounded-mark px-2.5 py-0.5 text-center text-13 whitespace-nowrap transition-colors max-sm:grow pointer-coarse:py-2',
            // Four segments must fit on a phone, also in French.
            options.length > 3 && 'max-sm:px-1.5',
            option.value === value ? 'bg-sunken font-medium text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {option.label}
        </Link>
      ))}
    </nav>
  )
}
