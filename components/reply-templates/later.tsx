'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const TemplateDialog = atFirstSign(
  () => import('./template-dialog').then((module) => module.TemplateDialog),
  'button',
)
export const TemplateActions = atFirstSign(
  () => import('./template-actions').then((module) => module.TemplateActions),
  'smallIcon',
)
