'use client'

import { Failure } from '@/components/shell/failure'

export default function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main>
      <Failure error={error} retry={retry} />
    </main>
  )
}
