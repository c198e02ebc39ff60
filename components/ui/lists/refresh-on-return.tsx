'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const AWAY_MS = 5000

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
