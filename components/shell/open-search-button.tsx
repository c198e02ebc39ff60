'use client'

import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Keys } from '../ui/content/kbd'
import { Button } from '../ui/controls/button'
import { openCommandMenu } from './open-panel-store'

export function OpenSearchButton({ children }: { children: ReactNode }) {
  return (
    <Button onClick={openCommandMenu} aria-keyshortcuts="Meta+K Control+K">
      <Search size={14} aria-hidden />
      {children}
      <span aria-hidden className="flex gap-0.5 pointer-coarse:hidden">
        <Keys keys={['mod', 'K']} />
      </span>
    </Button>
  )
}
