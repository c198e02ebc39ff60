import { Fragment, type ReactNode } from 'react'
import { cn } from '../cn'

type DefinitionListProps = {
  items: readonly { label: ReactNode; value: ReactNode }[]
  /** In a side column; labels stay beside their values on phones too. */
  isNarrow?: boolean
}

export function DefinitionList({ items, isNarrow = false }: DefinitionListProps) {
  return (
    <dl
      className={cn(
        'grid text-14',
        isNarrow
          ? 'grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-2'
          : 'grid-cols-[minmax(0,1fr)] gap-y-1 sm:grid-cols-[minmax(120px,180px)_minmax(0,1fr)] sm:gap-x-4 sm:gap-y-2.5',
      )}
    >
      {items.map((item, index) => (
        <Fragment key={index}>
          <dt className={cn('text-ink-faint', isNarrow && 'wrap-anywhere')}>{item.label}</dt>
          <dd dir="auto" className={cn('min-w-0 wrap-anywhere', !isNarrow && 'max-sm:mb-2')}>
            {isEmpty(item.value) ? <Dash /> : item.value}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

export function Dash() {
  return (
    <span aria-hidden className="text-ink-faint">
      –
    </span>
  )
}

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === false
}
