'use client'

import { FailureLater } from '@/components/shell/failure-later'

/** Error boundary inside the dashboard layout: the navigation stays usable. */
export default function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailureLater error={error} retry={retry} canFind />
}
