'use client'

import { FailureLater } from '@/components/shell/failure-later'

/** A page that failed outside the dashboard, or with its frame. */
export default function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main>
      <FailureLater error={error} retry={retry} />
    </main>
  )
}
