'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const RuleForm = atFirstSign(() => import('./rule-form').then((module) => module.RuleForm), 'screen')
export const RuleActions = atFirstSign(() => import('./rule-actions').then((module) => module.RuleActions), 'button')
export const RuleSwitch = atFirstSign(() => import('./rule-switch').then((module) => module.RuleSwitch), 'smallIcon')
