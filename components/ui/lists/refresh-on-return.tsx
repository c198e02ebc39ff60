'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Minimum absence before a refresh. */
const AWAY_MS = 5000

/** Refreshes a list when the user returns to the tab or window. */
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
