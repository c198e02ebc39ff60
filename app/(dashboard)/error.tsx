'use client'

import { FailureLater } from '@/components/shell/failure-later'

/** A page of the dashboard that failed: the rail stays, and with it every other page. */
export default function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailureLater error={error} retry={retry} canFind />
}
