'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const InviteDialog = atFirstSign(() => import('./invite-dialog').then((module) => module.InviteDialog), 'button')
export const MemberActions = atFirstSign(
  () => import('./member-actions').then((module) => module.MemberActions),
  'smallIcon',
)
export const InvitationActions = atFirstSign(
  () => import('./invitation-actions').then((module) => module.InvitationActions),
  'smallIcon',
)
export const AskForSecondFactor = atFirstSign(
  () => import('./ask-for-second-factor').then((module) => module.AskForSecondFactor),
  'button',
)
