'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const AWAY_MS = 5000

export function RefreshOnReturn() {
  const router = useRouter()
  useEffect(() => {
    let leftAt: number | null = null
    const onLeave = () => {
      leftAt ??= Date.now()
    }
    const onReturn = () => {
      if (document.hidden || leftAt === null) return
      if (navigator.onLine && Date.now() - leftAt >= AWAY_MS) router.refresh()
      leftAt = null
    }
    const onVisibilityChange = () => (document.hidden ? onLeave() : onReturn())
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('blur', onLeave)
    window.addEventListener('focus', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('blur', onLeave)
      window.removeEventListener('focus', onReturn)
    }
  }, [router])
  return null
}
