'use client'

import { atFirstSign } from '../ui/at-first-sign'
import { onceSelected } from '../ui/lists/once-selected'

export const ResponseBulk = onceSelected(() => import('./response-bulk').then((module) => module.ResponseBulk))
export const RangeFilter = atFirstSign(() => import('./range-filter').then((module) => module.RangeFilter), 'button')
export const ExportMenu = atFirstSign(() => import('./export-menu').then((module) => module.ExportMenu), 'button')
