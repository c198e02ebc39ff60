import { ValidationError } from '../errors'
import { SaveSequence } from './schema'
import { saveSequence } from './sequences'

/** Parses the input with the schema first, as the API does. */
export const parseAndSaveSequence = (organizationId: string, input: unknown) =>
  saveSequence(organizationId, SaveSequence.parse(input))
export const catchErrorFields = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof ValidationError ? Object.keys(error.details ?? {}) : error),
  )
