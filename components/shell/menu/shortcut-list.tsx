import type { ReactNode } from 'react'

export function ShortcutSection({
  title,
  note,
  children,
}: {
  title: string
  note?: string | null
  children: ReactNode
}) {
  return (
    <section className="grid content-start gap-1">
      <h3 className="pb-1 text-13 font-semibold">{title}</h3>
      {note && <p className="pb-1 text-13 text-ink-faint">{note}</p>}
      <dl className="grid">{children}</dl>
    </section>
  )
}

export function ShortcutRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt className="text-14 text-ink-soft">{name}</dt>
      <dd className="flex shrink-0 items-center gap-1">{children}</dd>
    </div>
  )
}
