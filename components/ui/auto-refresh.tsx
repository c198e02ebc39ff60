'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'

const INITIAL_DELAY_MS = 1500
const MAX_DELAY_MS = 30_000

/**
 * Polls while something on the page is pending: quickly at first, then with backoff, since a retry may be two hours away. Mount it only
 * then, with a `key` that changes with the content, which resets the backoff. Pauses in hidden tabs, and never overlaps requests.
 */
export function AutoRefresh() {
  const router = useRouter()
  const [isRefreshing, start] = useTransition()
  const delay = useRef(INITIAL_DELAY_MS)
  useEffect(() => {
    if (isRefreshing) return undefined
    const refresh = () => {
      if (document.hidden) return
      delay.current = Math.min(delay.current * 1.5, MAX_DELAY_MS)
      start(() => router.refresh())
    }
    const timer = setTimeout(refresh, delay.current)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [router, isRefreshing])
  return null
}
