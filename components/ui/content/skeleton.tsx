import { cn } from '../cn'
import { Page } from './page'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-wait bg-line', className ?? 'h-4 rounded-mark')} />
}

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-2/3']

export function TextSkeleton({ lines }: { lines: number }) {
  return (
    <span aria-hidden className="grid gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cn('h-4 rounded-mark', WIDTHS[line % WIDTHS.length])} />
      ))}
    </span>
  )
}

export function PageSkeleton() {
  return (
    <Page>
      <div aria-hidden className="grid animate-appear gap-8">
        <span data-skeleton="title" className="flex h-7 items-center">
          <Skeleton className="h-5 w-52 rounded-mark" />
        </span>
        <ContentSkeleton />
      </div>
    </Page>
  )
}

export function ContentSkeleton() {
  return (
    <div aria-hidden className="grid animate-appear gap-3">
      <span className="flex h-5 items-center">
        <Skeleton className="h-3.5 w-28 rounded-mark" />
      </span>
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
  )
}
