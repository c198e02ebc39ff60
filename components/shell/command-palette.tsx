'use client'

import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import { setPaletteOpen, usePaletteOpen } from './palette-state'
import type { ShellItem } from './places'

const PlaceList = dynamic(() => import('./place-list').then((module) => module.PlaceList), { ssr: false })

/** ⌘K or Ctrl+K: goes to a place by its name. Its code comes with the first use. */
export function CommandPalette({ items }: { items: readonly ShellItem[] }) {
  const open = usePaletteOpen()

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setPaletteOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return open && <PlaceList items={items} onClose={() => setPaletteOpen(false)} />
}
