'use client'

import { atFirstSign } from '../ui/at-first-sign'

/* What pages show at once, and what wakes with the first sign of a person. */

export const SurveyEditor = atFirstSign(() => import('./survey-editor').then((module) => module.SurveyEditor))
