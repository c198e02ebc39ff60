import { toUnavailableOrTimeoutError } from '../database-errors'

/**
 * Records items in order. One that always fails does not keep those behind it from being recorded.
 * @throws {AggregateError} after the last one, if some failed; the error itself at once if the database cannot be reached or is too slow
 */
export async function recordEach<Item>(items: Iterable<Item>, record: (item: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await record(item)
    } catch (error) {
      if (toUnavailableOrTimeoutError(error) !== null) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} could not be recorded`)
}
