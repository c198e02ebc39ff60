import type { Branch } from './conditions/constants'

/* Constants of sequences. No server dependencies: browsers load this file. */

export const MAX_DELAY_SECONDS = 365 * 24 * 60 * 60
export const MAX_STEPS = 50
/** How long a dedupe key belongs to its first sending. */
export const DEDUPE_KEY_DAYS = 90
export const DEDUPE_KEY_MAX_CHARACTERS = 200

export const STEP_TYPES = ['survey', 'email', 'sms', 'wait', 'fork'] as const

/** Whether steps of the type send something to the contact. */
export function sendsMessage(type: (typeof STEP_TYPES)[number]): boolean {
  return type !== 'wait' && type !== 'fork'
}

export const STEP_CONDITIONS = ['always', 'not_answered', 'answered', 'positive', 'neutral', 'negative'] as const

type BranchedStep = { type: (typeof STEP_TYPES)[number]; branch?: Branch | null }

/**
 * Positions of steps whose branch is misplaced: the steps of a fork follow it directly, first those of `yes`, then those of `no`. Forks do
 * not nest.
 */
export function findMisplacedBranches(steps: readonly BranchedStep[]): number[] {
  let allowed: readonly Branch[] = []
  return steps.flatMap(({ type, branch }, index) => {
    const isMisplaced = branch ? type === 'fork' || !allowed.includes(branch) : false
    if (type === 'fork') allowed = ['yes', 'no']
    else if (!branch) allowed = []
    else if (branch === 'no') allowed = ['no']
    return isMisplaced ? index : []
  })
}
