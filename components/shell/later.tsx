'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const KeepOrganization = atFirstSign(
  () => import('./keep-organization').then((module) => module.KeepOrganization),
  'smallButton',
)
