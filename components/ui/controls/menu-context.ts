import type * as Radix from '@radix-ui/react-menu'
import { createContext, useContext } from 'react'

export type RadixMenuPartName = 'Item' | 'RadioGroup' | 'RadioItem' | 'ItemIndicator' | 'Label' | 'Separator'

/** Radix parts, which only an open menu provides: a closed one does not load the library. */
export const MenuPartsContext = createContext<Pick<typeof Radix, RadixMenuPartName> | null>(null)

export function useMenuParts(): Pick<typeof Radix, RadixMenuPartName> {
  const parts = useContext(MenuPartsContext)
  if (parts === null) throw new Error('A menu item needs a surrounding Menu.')
  return parts
}
