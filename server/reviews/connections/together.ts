import { type FieldErrors, ValidationError } from '../../errors'

/**
 * Waits for all of these.
 * @throws {ValidationError} with what is wrong with any of them, in one; or what else one of them threw.
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
