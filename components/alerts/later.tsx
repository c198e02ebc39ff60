'use client'

import { atFirstSign } from '../ui/at-first-sign'

/* What pages show at once, and what wakes with the first sign of a person. */

export const RuleForm = atFirstSign(() => import('./rule-form').then((module) => module.RuleForm), 'screen')
export const RuleActions = atFirstSign(() => import('./rule-actions').then((module) => module.RuleActions), 'button')
export const RuleSwitch = atFirstSign(() => import('./rule-switch').then((module) => module.RuleSwitch), 'smallIcon')
