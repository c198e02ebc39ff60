'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { firstSign } from '../ui/lazily'

/** Ends "new" for the response that is shown, once there is a reader. Lists that were read before are read again. */
export function OpenedNote({ responseId }: { responseId: string }) {
  const router = useRouter()
  useEffect(() => {
    let isGone = false
    async function note() {
      await firstSign
      if (isGone) return
      try {
        const { client } = await import('../trpc-client')
        await client.visits.opened.mutate({ id: responseId })
        router.refresh()
      } catch {
        // The reader did not ask for it; the response stays new until it is opened again.
      }
    }
    void note()
    return () => {
      isGone = true
    }
  }, [responseId, router])
  return null
}
