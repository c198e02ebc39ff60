import Link from 'next/link'
import { Button } from '../ui/controls/button'

/** The address is confirmed; what comes next. */
export function Verified({ title, lead, open }: { title: string; lead: string; open: string }) {
  return (
    <>
      <header className="grid gap-1.5" role="status">
        <h1 className="text-28 font-semibold tracking-tight">{title}</h1>
        <p className="text-ink-soft">{lead}</p>
      </header>
      <Button variant="primary" size="large" asChild className="w-full">
        <Link href="/">{open}</Link>
      </Button>
    </>
  )
}
