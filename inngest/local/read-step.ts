import type { Op } from './protocol'

export class UnsupportedStep extends Error {}

/** `until`: the step is a sleep, whose result is known at once; the function is not called before this time. */
export type StepOutcome =
  | { kind: 'ended'; hash: string; result: unknown; until?: Date }
  | { kind: 'failed'; error: unknown }

/**
 * @returns the outcome of the step; `failed`: it may be retried
 * @throws {UnsupportedStep} for features that the embedded runner lacks
 */
export function readStep(ops: readonly Op[]): StepOutcome {
  const [op, ...more] = ops
  if (!op) throw new UnsupportedStep('an answer without steps')
  const { id: hash, name, data, error } = op
  if (more.length > 0) throw new UnsupportedStep(`steps at the same time (${ops.map(nameAndKind).join(', ')})`)
  switch (op.op) {
    case 'StepRun':
      return { kind: 'ended', hash, result: { data: data ?? null } }
    // Final: the function receives the error, and may catch it.
    case 'StepFailed':
      return { kind: 'ended', hash, result: { error } }
    case 'StepError':
      return { kind: 'failed', error }
    case 'Sleep':
      return { kind: 'ended', hash, result: null, until: parseTime(name ?? '') }
    default:
      throw new UnsupportedStep(`the step ${nameAndKind(op)}`)
  }
}

function nameAndKind({ displayName, name, id, op }: Op): string {
  return `${displayName ?? name ?? id} of kind ${op}`
}

const UNIT_MS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const

/** A duration from now such as `1d2h`, or an ISO date. */
function parseTime(text: string): Date {
  if (!/^(\d+[wdhms])+$/.test(text)) {
    const at = new Date(text)
    if (Number.isNaN(at.getTime())) throw new UnsupportedStep(`the time ${text}`)
    return at
  }
  const parts = [...text.matchAll(/(?<!\d)(\d+)([wdhms])/g)]
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS], 0)
  return new Date(Date.now() + ms)
}
