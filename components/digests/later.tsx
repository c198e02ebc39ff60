'use client'

import { atFirstSign } from '../ui/at-first-sign'

/* What pages show at once, and what wakes with the first sign of a person. */

export const DigestSwitch = atFirstSign(
  () => import('./digest-switch').then((module) => module.DigestSwitch),
  'smallIcon',
)
export const SendPreview = atFirstSign(() => import('./send-preview').then((module) => module.SendPreview), 'button')
