'use client'

import { type ComponentType, lazy } from 'react'

/** What a bar holds: its code comes once rows are selected. */
export function onceSelected(fetchCode: () => Promise<ComponentType>): ComponentType {
  const Part = lazy(async () => ({ default: await fetchCode() }))
  return function OnceSelected() {
    return <Part />
  }
}
