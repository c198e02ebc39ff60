import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { toast } from './overlays/toast'

/**
 * Module that is loaded on use: `const form = useLazyModule(() => import('./reply-editor'))`. Unlike `next/dynamic`, a failed load leaves
 * the page as it is.
 */
export function useLazyModule<T extends object>(fetchCode: () => Promise<T>) {
  const t = useTranslations('common')
  const [code, setCode] = useState<T | null>(null)

  /** @returns false after a failure, which a toast reports. */
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
