'use client'

import { Failure } from '@/components/shell/failure'

/** Error boundary inside the dashboard layout: the navigation stays usable. */
export default function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  return <Failure error={error} retry={retry} canFind />
}
