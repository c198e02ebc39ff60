'use client'

import dynamic from 'next/dynamic'

/* Loaded only where flagged responses are shown. */

export const FlaggedResponseActions = dynamic(() =>
  import('./flagged-actions').then((module) => module.FlaggedResponseActions),
)
export const FlaggedBulkActions = dynamic(() => import('./flagged-actions').then((module) => module.FlaggedBulkActions))
