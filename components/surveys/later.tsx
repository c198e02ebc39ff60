'use client'

import { atFirstSign } from '../ui/at-first-sign'
import { onceSelected } from '../ui/lists/once-selected'

export const SurveyEditor = atFirstSign(() => import('./survey-editor').then((module) => module.SurveyEditor), 'form')

export const SurveyBulk = onceSelected(() => import('./survey-bulk').then((module) => module.SurveyBulk))
