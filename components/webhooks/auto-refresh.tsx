'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'

const FIRST_MS = 1500
const LONGEST_MS = 30_000

/**
 * Polls while something on the page is pending: quickly at first, then with backoff, since a retry may be two hours away. Mount it only
 * then, with a `key` that changes with the content, which resets the backoff. Pauses in hidden tabs, and never overlaps requests.
 */
export function AutoRefresh() {
  const router = useRouter()
  const [reading, start] = useTransition()
  const pause = useRef(FIRST_MS)
  useEffect(() => {
    if (reading) return undefined
    const look = () => {
      if (document.hidden) return
      pause.current = Math.min(pause.current * 1.5, LONGEST_MS)
      start(() => router.refresh())
    }
    const timer = setTimeout(look, pause.current)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [router, reading])
  return null
}
