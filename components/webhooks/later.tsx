'use client'

import { atFirstSign } from '../ui/at-first-sign'
import { onceSelected } from '../ui/lists/once-selected'

/* What pages show at once, and what wakes with the first sign of a person. */

export const SignatureChecker = atFirstSign(() =>
  import('./signature-checker').then((module) => module.SignatureChecker),
)
export const AddSubscription = atFirstSign(() => import('./add-subscription').then((module) => module.AddSubscription))
export const ResendFailed = atFirstSign(() => import('./resend-failed').then((module) => module.ResendFailed))
export const SubscriptionActions = atFirstSign(() =>
  import('./subscription-actions').then((module) => module.SubscriptionActions),
)
export const EventsDialog = atFirstSign(() => import('./events-dialog').then((module) => module.EventsDialog))
export const DeliveryRequest = atFirstSign(() => import('./delivery-request').then((module) => module.DeliveryRequest))

export const DeliveryBulk = onceSelected(() => import('./delivery-bulk').then((module) => module.DeliveryBulk))
