'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const MarkAllSeen = atFirstSign(
  () => import('./mark-all-seen').then((module) => module.MarkAllSeen),
  'smallButton',
)
