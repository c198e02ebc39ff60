'use client'

import { atFirstSign } from '../ui/at-first-sign'

/* What pages show at once, and what wakes with the first sign of a person. */

export const GeneralForm = atFirstSign(() => import('./general-form').then((module) => module.GeneralForm), 'screen')
export const CreateApiKey = atFirstSign(
  () => import('./create-api-key').then((module) => module.CreateApiKey),
  'button',
)
