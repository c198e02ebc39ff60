'use client'

import { createContext, useContext } from 'react'

type Selected = {
  ids: readonly string[]
  /** Deselects these rows, or all. */
  deselect: (ids?: readonly string[]) => void
}

export const SelectedContext = createContext<Selected>({ ids: [], deselect: () => undefined })

export function useSelected(): Selected {
  return useContext(SelectedContext)
}
