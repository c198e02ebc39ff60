import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { transact } from '../unit-of-work'
import { changeContacts } from './change-contacts'
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
    const results = await changeContacts(tx, organizationId, ids, ({ tags }) => ({
      tags: mergeTags(tags, add, remove),
    }))
    for (const result of results) if (result.status === 'refused') throw result.error
    return { changed: results.filter(({ status }) => status === 'changed').length }
  })
}

/**
 * The tags after a change, in order; a tag in both lists is added.
 * @throws {ValidationError} under `add` above the limit
 */
export function mergeTags(tags: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const merged = [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag) || add.includes(tag))
  if (merged.length > CONTACT_TAGS_MAX && merged.length > tags.length)
    throw new ValidationError({ add: [localizableMessage('contact.tagsMany', { maximum: CONTACT_TAGS_MAX })] })
  return merged
}
