'use client'

import { FailureLater } from '@/components/shell/failure-later'

export default function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailureLater error={error} retry={retry} canFind />
}
