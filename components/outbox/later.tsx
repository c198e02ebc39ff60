'use client'

import { atFirstSign } from '../ui/at-first-sign'

/* What pages show at once, and what wakes with the first sign of a person. */

export const MessageParts = atFirstSign(() => import('./message-parts').then((module) => module.MessageParts))
