'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { firstSign } from '../ui/lazily'

/** Marks the response as opened after the first interaction, and refreshes cached lists. */
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
        // A background call: ignore errors; the response stays new until opened again.
      }
    }
    void note()
    return () => {
      isGone = true
    }
  }, [responseId, router])
  return null
}
