'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { backgroundTrpc } from '../trpc'

export function MarkResponseOpened({ responseId }: { responseId: string }) {
  const router = useRouter()
  useEffect(() => {
    async function markOpened() {
      try {
        await backgroundTrpc.unread.recordOpened.mutate({ id: responseId })
        router.refresh()
      } catch {
        // A background call: ignore errors; the response stays new until opened again.
      }
    }
    void markOpened()
  }, [responseId, router])
  return null
}
