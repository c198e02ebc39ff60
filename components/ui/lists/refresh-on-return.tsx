'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Away for less, and what is shown is new enough. */
const AWAY_MS = 5000

/** Reads a list again when its reader comes back to the tab or the window. */
export function RefreshOnReturn() {
  const router = useRouter()
  useEffect(() => {
    let leftAt: number | null = null
    const leave = () => {
      leftAt ??= Date.now()
    }
    const comeBack = () => {
      if (document.hidden || leftAt === null) return
      if (navigator.onLine && Date.now() - leftAt >= AWAY_MS) router.refresh()
      leftAt = null
    }
    const change = () => (document.hidden ? leave() : comeBack())
    document.addEventListener('visibilitychange', change)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
    return () => {
      document.removeEventListener('visibilitychange', change)
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', comeBack)
    }
  }, [router])
  return null
}
