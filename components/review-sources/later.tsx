'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const FeedForm = atFirstSign(() => import('./feed-form').then((module) => module.FeedForm), 'form')
export const TrustpilotForm = atFirstSign(
  () => import('./trustpilot-form').then((module) => module.TrustpilotForm),
  'part',
)
export const GoogleForm = atFirstSign(() => import('./google-form').then((module) => module.GoogleForm), 'form')
export const SignInWithGoogle = atFirstSign(
  () => import('./sign-in-with-google').then((module) => module.SignInWithGoogle),
  'button',
)
export const ConnectTrial = atFirstSign(() => import('./connect-trial').then((module) => module.ConnectTrial), 'button')
export const SourceActions = atFirstSign(
  () => import('./source-actions').then((module) => module.SourceActions),
  'button',
)
export const LetInAgain = atFirstSign(() => import('./let-in-again').then((module) => module.LetInAgain), 'smallButton')
