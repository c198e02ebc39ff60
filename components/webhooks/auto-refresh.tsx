'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'

const FIRST_MS = 1500
const LONGEST_MS = 30_000

/**
 * Reads the page anew while something on it is under way: soon at first, then ever less often, since a retry may be two
 * hours away. Mount it only then, with a `key` that changes with what is shown: each change begins at soon again.
 * A hidden tab rests, and catches up when it is looked at; a slow answer is waited for.
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
