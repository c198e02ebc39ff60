'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { isTyping } from '../keys'

/** j and k move between the rows' links, as in a mail program; Enter opens one, which is the link's own doing. */
export function TableKeys({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if (step === 0 || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      const links = [...(box.current?.querySelectorAll<HTMLAnchorElement>('[data-row-link]') ?? [])]
      const here = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
      const next = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step
      links[next]?.focus()
      links[next]?.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return <div ref={box}>{children}</div>
}
