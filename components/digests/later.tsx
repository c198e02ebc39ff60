'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const DigestSwitch = atFirstSign(
  () => import('./digest-switch').then((module) => module.DigestSwitch),
  'smallIcon',
)
export const SendPreview = atFirstSign(() => import('./send-preview').then((module) => module.SendPreview), 'button')
