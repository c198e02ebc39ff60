import { ValidationError } from '../errors'
import { errorMessage } from '../messages/error-message'
import { transact } from '../unit-of-work'
import { updateContactTags } from './queries'
import { type ChangeContactTags, CONTACT_TAGS_MAX } from './schema'

/**
 * Adds and removes tags of contacts; other tags stay. Skips contacts that do not exist.
 * @returns the number of changed contacts.
 * @throws {ValidationError} under `add` if a contact would exceed the limit; then none is changed.
 */
export async function changeContactTags(
  organizationId: string,
  { ids, add, remove }: ChangeContactTags,
): Promise<{ changed: number }> {
  return transact(async ({ tx }) => {
    const lengths = await updateContactTags(tx, organizationId, { ids, add, remove })
    if (lengths.some((length) => length > CONTACT_TAGS_MAX))
      throw new ValidationError({ add: [errorMessage('contact.tagsMany', { maximum: CONTACT_TAGS_MAX })] })
    return { changed: lengths.length }
  })
}
