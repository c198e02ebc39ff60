import { Fragment, type ReactNode } from 'react'

export function DefinitionList({ items }: { items: readonly { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-y-1 text-14 sm:grid-cols-[minmax(120px,180px)_minmax(0,1fr)] sm:gap-x-4 sm:gap-y-2.5">
      {items.map((item, index) => (
        <Fragment key={index}>
          <dt className="text-ink-faint">{item.label}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere max-sm:mb-2">
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
