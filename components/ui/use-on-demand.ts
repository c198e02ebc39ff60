'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { toast } from './overlays/toast'

/**
 * Code that is fetched when it is used: `const form = useOnDemand(() => import('./reply-editor'))`. Unlike a component of `next/dynamic`,
 * it leaves the page as it is if it cannot be fetched.
 */
export function useOnDemand<T extends object>(fetchCode: () => Promise<T>) {
  const t = useTranslations('common')
  const [code, setCode] = useState<T | null>(null)

  /** @returns whether the code is there; otherwise a toast has said so. */
  async function load(): Promise<boolean> {
    try {
      setCode(await fetchCode())
      return true
    } catch {
      toast.error(t('unreachable'))
      return false
    }
  }
  const preload = (): void => void fetchCode().then(setCode, () => undefined)
  return { code, load, preload }
}
