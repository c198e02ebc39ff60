'use client'

import { onceSelected } from '../ui/lists/once-selected'

export const ResponseBulk = onceSelected(() => import('./response-bulk').then((module) => module.ResponseBulk))
