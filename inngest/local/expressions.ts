import { parse } from '@marcbachmann/cel-js'
import type { JobEvent } from './functions'

/** What an expression (CEL) may look at: the run's own event, and the one that arrives while it runs. */
export type Scope = { event: JobEvent; async?: JobEvent }

/** Whether an expression can be read at all. */
export function isReadable(expression: string): boolean {
  try {
    parse(expression)
    return true
  } catch (error) {
    return !(error instanceof Error)
  }
}

/** A condition; one that does not fit the event, for instance because a field is missing, is not met. */
export function compileCondition(expression: string | undefined): (scope: Scope) => boolean {
  if (expression === undefined) return () => true
  return (scope) => evaluate(expression, scope) === true
}

/** A key; events that lack what it names share one. */
export function compileKey(expression: string): (event: JobEvent) => string {
  return (event) => toText(evaluate(expression, { event }))
}

/** Parsing costs more than evaluating, and the expressions of the functions are few. */
const parsed = new Map<string, ReturnType<typeof parse>>()
const MAX_PARSED = 500

function evaluate(expression: string, scope: Scope): unknown {
  let ready = parsed.get(expression)
  if (!ready) {
    if (parsed.size >= MAX_PARSED) parsed.clear()
    ready = parse(expression)
    parsed.set(expression, ready)
  }
  try {
    return ready(scope) as unknown
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Values as keys: text as it is, everything else by what it says. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? '')
}
