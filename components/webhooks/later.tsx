'use client'

import { atFirstSign } from '../ui/at-first-sign'
import { onceSelected } from '../ui/lists/once-selected'

export const SignatureChecker = atFirstSign(
  () => import('./signature-checker').then((module) => module.SignatureChecker),
  'part',
)
export const AddSubscription = atFirstSign(
  () => import('./add-subscription').then((module) => module.AddSubscription),
  'button',
)
export const ResendFailed = atFirstSign(
  () => import('./resend-failed').then((module) => module.ResendFailed),
  'smallButton',
)
export const SubscriptionActions = atFirstSign(
  () => import('./subscription-actions').then((module) => module.SubscriptionActions),
  'button',
)
export const EventsDialog = atFirstSign(
  () => import('./events-dialog').then((module) => module.EventsDialog),
  'smallButton',
)
export const DeliveryRequest = atFirstSign(
  () => import('./delivery-request').then((module) => module.DeliveryRequest),
  'part',
)

export const DeliveryBulk = onceSelected(() => import('./delivery-bulk').then((module) => module.DeliveryBulk))
