'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const FIRST_MS = 1500
const LONGEST_MS = 30_000

/**
 * Reads the page anew while something on it is under way: soon at first, then ever less often, since a retry may be two
 * hours away. Mount it only then, with a `key` that changes with what is shown: each change begins at soon again.
 * A hidden tab rests, and catches up when it is looked at.
 */
export function AutoRefresh() {
  const router = useRouter()
  useEffect(() => {
    let pause = FIRST_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(look, pause)
    }
    const look = () => {
      clearTimeout(timer)
      if (document.hidden) return
      router.refresh()
      pause = Math.min(pause * 1.5, LONGEST_MS)
      wait()
    }
    wait()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [router])
  return null
}
