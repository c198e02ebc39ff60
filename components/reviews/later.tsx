'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const ReplySection = atFirstSign(() => import('./reply-section').then((module) => module.ReplySection), 'part')
export const ReviewLinksForm = atFirstSign(
  () => import('./review-links-form').then((module) => module.ReviewLinksForm),
  'part',
)
