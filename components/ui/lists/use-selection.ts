'use client'

import { createContext, useContext } from 'react'

type Selected = {
  ids: readonly string[]
  /** Deselects these rows, or all. */
  deselect: (ids?: readonly string[]) => void
}

export const SelectionContext = createContext<Selected>({ ids: [], deselect: () => undefined })

export function useSelection(): Selected {
  return useContext(SelectionContext)
}
