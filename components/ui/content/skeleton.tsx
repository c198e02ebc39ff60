import type { ReactNode } from 'react'
import { cn } from '../cn'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-wait bg-line', className ?? 'h-4 rounded-mark')} />
}

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-2/3']

export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <span aria-hidden className="grid gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cn('h-4 rounded-mark', WIDTHS[line % WIDTHS.length])} />
      ))}
    </span>
  )
}

export function TableSkeleton({
  rows = 8,
  columns = 4,
  lines = 1,
}: {
  rows?: number
  columns?: number
  lines?: 1 | 2
}) {
  return (
    <div aria-hidden className="overflow-hidden rounded-card border bg-surface">
      <div className="h-9 border-b bg-rail" />
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className={cn('flex items-center gap-6 border-b px-4 last:border-b-0', lines === 2 ? 'h-14' : 'h-11')}
        >
          {Array.from({ length: columns }, (_item, column) => (
            <span key={column} className={cn('grid grow basis-0 gap-1.5', column > 1 && 'max-sm:hidden')}>
              <Skeleton className={cn('h-3.5 rounded-mark', WIDTHS[(row + column) % WIDTHS.length])} />
              {lines === 2 && column === 0 && (
                <Skeleton className={cn('h-3 rounded-mark', WIDTHS[(row + 2) % WIDTHS.length])} />
              )}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

export type HeaderSkeletonProps = {
  title?: string | undefined
  back?: boolean
  sentence?: boolean
  actions?: number
}

export function HeaderSkeleton({ title, back = false, sentence = false, actions = 0 }: HeaderSkeletonProps) {
  return (
    <div aria-hidden className="relative">
      {back && <Skeleton className="absolute bottom-full mb-2.5 h-3 w-20 rounded-mark" />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <p data-shape="title" className="flex h-7 items-center text-20 font-semibold">
            {title ?? <Skeleton className="h-5 w-52 rounded-mark" />}
          </p>
          {sentence && (
            <span className="flex h-5 items-center">
              <Skeleton className="h-3.5 w-72 max-w-[70vw] rounded-mark" />
            </span>
          )}
        </div>
        {actions > 0 && (
          <div className="flex gap-2">
            {Array.from({ length: actions }, (_, action) => (
              <Skeleton key={action} className="h-8 w-28 rounded-control pointer-coarse:h-10" />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

export type ListSkeletonProps = {
  title?: string | undefined
  search?: boolean
  filters?: number
  actions?: number
  columns?: number
  lines?: 1 | 2
  children?: ReactNode
}

export function ListSkeleton({
  title,
  search = false,
  filters = 0,
  actions = 0,
  columns = 5,
  lines = 1,
  children,
}: ListSkeletonProps) {
  return (
    <>
      <HeaderSkeleton title={title} sentence actions={actions} />
      {children}
      {(search || filters > 0) && (
        <div aria-hidden className="flex flex-wrap gap-2">
          {search && <Skeleton className="h-9 w-full rounded-control sm:w-72" />}
          {Array.from({ length: filters }, (_, filter) => (
            <Skeleton key={filter} className="h-8 w-24 rounded-control pointer-coarse:h-10" />
          ))}
        </div>
      )}
      <div data-shape="content">
        <TableSkeleton rows={14} columns={columns} lines={lines} />
      </div>
    </>
  )
}

export function DetailSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-hidden data-shape="content" className="grid gap-3">
      <span className="flex h-5 items-center">
        <Skeleton className="h-3.5 w-24 rounded-mark" />
      </span>
      <div className="grid gap-2.5">
        {Array.from({ length: rows }, (_, row) => (
          <span key={row} className="flex h-5 items-center gap-4">
            <Skeleton className="h-3.5 w-[180px] max-w-[30%] rounded-mark" />
            <Skeleton className={cn('h-3.5 rounded-mark', row % 2 === 0 ? 'w-56' : 'w-36')} />
          </span>
        ))}
      </div>
    </div>
  )
}

export function FormSkeleton({ fields = 5 }: { fields?: number }) {
  return (
    <div aria-hidden data-shape="content" className="grid gap-5">
      {Array.from({ length: fields }, (_, field) => (
        <div key={field} className="grid gap-1.5">
          <span className="flex h-5 items-center">
            <Skeleton className="h-3.5 w-24 rounded-mark" />
          </span>
          <Skeleton className="h-9 rounded-control pointer-coarse:h-11" />
        </div>
      ))}
      <Skeleton className="h-8 w-32 rounded-control" />
    </div>
  )
}
