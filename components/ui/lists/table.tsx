import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn'

/* Table parts; dashboard lists use DataTable, which is built from them. */

export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return (
    // `clip`, not `hidden`, which would make it the sticky header's scroll container.
    <div className="rounded-card border bg-surface max-lg:overflow-x-auto lg:overflow-clip">
      <table className={cn('w-full border-separate border-spacing-0 text-14', className)} {...rest} />
    </div>
  )
}

export type CellAlign = 'left' | 'right'
type CellProps<Tag extends 'th' | 'td'> = Omit<ComponentProps<Tag>, 'align'> & { align?: CellAlign | undefined }

export function HeaderCell({ align, className, ...rest }: CellProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn(
        'sticky top-0 z-10 h-9 border-b bg-rail px-3 text-12 font-medium whitespace-nowrap text-ink-soft first:rounded-tl-card first:pl-4 last:rounded-tr-card last:pr-4',
        align === 'right' ? 'text-right' : 'text-left',
        className,
      )}
      {...rest}
    />
  )
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={cn(
        'group/row relative transition-colors focus-within:bg-hover hover:bg-hover has-[input:checked:not([role=switch])]:bg-accent-soft [&:last-child>td]:border-b-0',
        className,
      )}
      {...rest}
    />
  )
}

export function Cell({ align, className, ...rest }: CellProps<'td'>) {
  return (
    <td
      className={cn(
        'h-11 border-b px-3 py-2 first:pl-4 last:pr-4',
        align === 'right' && 'figures text-right',
        className,
      )}
      {...rest}
    />
  )
}

export function StackedCell({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <span className="grid min-w-0">
      <span className="truncate">
        <bdi>{first}</bdi>
      </span>
      {second && <span className="truncate text-13 text-ink-faint">{second}</span>}
    </span>
  )
}
