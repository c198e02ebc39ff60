'use client'

import { atFirstSign } from '../ui/at-first-sign'
import { onceSelected } from '../ui/lists/once-selected'

export const SequenceForm = atFirstSign(() => import('./sequence-form').then((module) => module.SequenceForm), 'screen')
export const EnrolDialog = atFirstSign(() => import('./enrol-dialog').then((module) => module.EnrolDialog), 'button')

export const SequenceBulk = onceSelected(() => import('./sequence-bulk').then((module) => module.SequenceBulk))
