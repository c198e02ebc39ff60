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
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('visibilitychange', onVisibilityChange, { signal })
    window.addEventListener('blur', onLeave, { signal })
    window.addEventListener('focus', onReturn, { signal })
    return () => listening.abort()
  }, [router])
  return null
}
