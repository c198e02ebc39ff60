import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isReadable } from './expressions'
import type { JobFunction } from './functions'
import type { Change, Opening } from './progress'
import type { Op } from './protocol'

/** A step of a kind, or with an option, that only an Inngest server understands. */
export class UnsupportedStep extends Error {}

/**
 * What steps that ended or were found mean for their run. Steps that failed and are tried again are none of these.
 * @throws {UnsupportedStep} for what the embedded runner cannot do.
 */
export function readChange(ops: readonly Op[], functions: ReadonlyMap<string, JobFunction>): Change {
  if (ops.length === 0) throw new UnsupportedStep('an answer without steps')
  const change: Required<Pick<Change, 'results' | 'opened'>> = { results: [], opened: [] }
  for (const op of ops) {
    if (op.op === 'StepRun' || op.op === 'Step') change.results.push({ hash: op.id, result: { data: op.data ?? null } })
    else if (op.op === 'StepFailed') change.results.push({ hash: op.id, result: { error: op.error } })
    else change.opened.push(openStep(op, functions))
  }
  return change
}

const Wait = z.object({ timeout: z.string(), if: z.string().nullish() })
const Invoke = z.object({
  function_id: z.string(),
  payload: z.object({ data: z.record(z.string(), z.unknown()).nullish() }),
  timeout: z.string().nullish(),
})

function openStep(op: Op, functions: ReadonlyMap<string, JobFunction>): Opening {
  const hash = op.id
  switch (op.op) {
    case 'StepPlanned':
      return { kind: 'step', hash }
    case 'Sleep':
      return { kind: 'sleep', hash, dueAt: parseTime(op.name ?? '') }
    case 'WaitForEvent': {
      const { timeout, if: expression } = Wait.parse(op.opts)
      if (expression && !isReadable(expression)) throw new UnsupportedStep(`the expression ${expression}`)
      return {
        kind: 'wait',
        hash,
        dueAt: parseTime(timeout),
        eventName: op.name ?? '',
        expression: expression ?? null,
      }
    }
    case 'InvokeFunction': {
      const { function_id, payload, timeout } = Invoke.parse(op.opts)
      const event = { id: randomUUID(), name: 'inngest/function.invoked', data: payload.data ?? {}, ts: Date.now() }
      const functionId = functions.has(function_id) ? function_id : null
      return { kind: 'invoke', hash, dueAt: timeout ? parseTime(timeout) : null, functionId, event }
    }
    default:
      throw new UnsupportedStep(`the step ${op.name ?? op.id} of kind ${op.op}`)
  }
}

const UNIT_MS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const

/** A duration from now such as `1d2h`, or an ISO date. */
function parseTime(text: string): Date {
  if (!/^(\d+[wdhms])+$/.test(text)) {
    const at = new Date(text)
    if (Number.isNaN(at.getTime())) throw new UnsupportedStep(`the time ${text}`)
    return at
  }
  const parts = [...text.matchAll(/(\d+)([wdhms])/g)]
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS], 0)
  return new Date(Date.now() + ms)
}
