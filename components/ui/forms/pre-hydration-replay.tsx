'use client'

import { useEffect } from 'react'
import { replayPreHydrationInput } from './pre-hydration-input'

/** Rendered once, after the page in the root layout: its effect runs after those of the page. */
export function PreHydrationReplay() {
  useEffect(replayPreHydrationInput, [])
  return null
}
