'use client'

import { FailureLater } from '@/components/shell/lazy-error-page'

export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main>
      <FailureLater error={error} retry={retry} />
    </main>
  )
}
