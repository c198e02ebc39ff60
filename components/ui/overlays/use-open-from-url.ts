import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useIsHydrated } from '../use-is-hydrated'

/**
 * Open state of a dialog that a URL can request, such as `/settings/api-keys?create`. Removes the parameter at once, so that reload and
 * Back do not reopen it.
 */
export function useOpenFromUrl(param: string): [boolean, (open: boolean) => void] {
  const searchParams = useSearchParams()
  // Dialogs cannot be rendered on the server.
  const isRequested = useIsHydrated() && searchParams.has(param)
  const [open, setOpen] = useState(isRequested)
  const [wasRequested, setWasRequested] = useState(isRequested)
  if (isRequested !== wasRequested) {
    setWasRequested(isRequested)
    if (isRequested) setOpen(true)
  }
  useEffect(() => {
    if (isRequested) window.history.replaceState(null, '', window.location.pathname)
  }, [isRequested])
  return [open, setOpen]
}
