'use client'

import { atFirstSign } from '../ui/at-first-sign'
import { onceSelected } from '../ui/lists/once-selected'

export const MessageParts = atFirstSign(() => import('./message-parts').then((module) => module.MessageParts), 'part')

export const MessageBulk = onceSelected(() => import('./message-bulk').then((module) => module.MessageBulk))
