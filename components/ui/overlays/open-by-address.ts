'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'

/**
 * Open state of a dialog that a URL can request, e.g. `/settings/api-keys?create`. Removes the parameter immediately, so that reload and
 * Back do not reopen it.
 */
export function useOpenByAddress(param: string): [boolean, (open: boolean) => void] {
  const isAsked = useSearchParams().has(param)
  const [open, setOpen] = useState(isAsked)
  const [wasAsked, setWasAsked] = useState(isAsked)
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked)
    if (isAsked) setOpen(true)
  }
  useEffect(() => {
    if (isAsked) window.history.replaceState(null, '', window.location.pathname)
  }, [isAsked])
  return [open, setOpen]
}
