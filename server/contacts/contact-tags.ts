import { ValidationError } from '../errors'
import { sentence } from '../messages/error-message'
import { transact } from '../unit-of-work'
import { updateTags } from './queries'
import { type ChangeTags, TAGS_AT_MOST } from './schema'

/**
 * Adds and removes tags of contacts; other tags stay. Skips contacts that do not exist.
 * @returns the number of changed contacts.
 * @throws {ValidationError} under `add` if a contact would exceed the limit; then none is changed.
 */
export async function changeTags(
  organizationId: string,
  { ids, add, remove }: ChangeTags,
): Promise<{ changed: number }> {
  return transact(async ({ tx }) => {
    const lengths = await updateTags(tx, organizationId, { ids, add, remove })
    if (lengths.some((length) => length > TAGS_AT_MOST))
      throw new ValidationError({ add: [sentence('contact.tagsMany', { maximum: TAGS_AT_MOST })] })
    return { changed: lengths.length }
  })
}
