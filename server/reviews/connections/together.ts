import { type FieldErrors, ValidationError } from '../../errors'

/**
 * Awaits all checks.
 * @throws {ValidationError} with the errors of all failed checks merged; any other error is rethrown.
 */
export async function together(checks: readonly Promise<unknown>[]): Promise<void> {
  const faults: FieldErrors = {}
  for (const outcome of await Promise.allSettled(checks)) {
    if (outcome.status === 'fulfilled') continue
    if (!(outcome.reason instanceof ValidationError)) throw outcome.reason
    Object.assign(faults, outcome.reason.fields)
  }
  if (Object.keys(faults).length > 0) throw new ValidationError(faults)
}
