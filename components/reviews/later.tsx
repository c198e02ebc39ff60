'use client'

import { atFirstSign } from '../ui/at-first-sign'

/* What pages show at once, and what wakes with the first sign of a person. */

export const ReplySection = atFirstSign(() => import('./reply-section').then((module) => module.ReplySection), 'part')
export const ReviewLinksForm = atFirstSign(
  () => import('./review-links-form').then((module) => module.ReviewLinksForm),
  'part',
)
