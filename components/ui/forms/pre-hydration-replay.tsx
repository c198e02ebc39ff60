'use client'

import { useEffect } from 'react'
import { replayEarlyInput } from './pre-hydration-input'

/** Rendered once, after the page in the root layout: its effect runs after those of the page. */
export function EarlyInputReplay() {
  useEffect(replayEarlyInput, [])
  return null
}
