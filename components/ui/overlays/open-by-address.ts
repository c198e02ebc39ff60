'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'

/**
 * The open state of a dialog that an address may ask for, as in `/settings/api-keys?create`. What asked goes from the address
 * at once, so that neither a reload nor the way back asks again.
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
