'use client'

import { type ComponentType, lazy } from 'react'

/** Bulk actions whose code loads once rows are selected. */
export function onceSelected<P extends object = object>(fetchCode: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await fetchCode() }))
  return function OnceSelected(props: P) {
    return <Part {...props} />
  }
}
