import { cn } from '../cn'

/** A grey bar of the size of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-wait bg-sunken', className ?? 'h-4 rounded-mark')} />
}

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-2/3']

/** Lines of text to come. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <span aria-hidden className="grid gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cn('h-4 rounded-mark', WIDTHS[line % WIDTHS.length])} />
      ))}
    </span>
  )
}

/** A table to come, of the height that it will have. */
export function TableSkeleton({ rows = 8, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div aria-hidden className="overflow-hidden rounded-card border bg-surface">
      <div className="h-9 border-b bg-rail" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-11 items-center gap-6 border-b px-4 last:border-b-0">
          {Array.from({ length: columns }, (_item, column) => (
            <span key={column} className="grow basis-0">
              <Skeleton className={cn('h-4 rounded-mark', WIDTHS[(row + column) % WIDTHS.length])} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
