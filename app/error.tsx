'use client'

import { LazyErrorPage } from '@/components/shell/lazy-error-page'

export default function RootErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main>
      <LazyErrorPage error={error} retry={retry} />
    </main>
  )
}
