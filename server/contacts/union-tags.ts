import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { CONTACT_TAGS_MAX } from './schema'

/** Tags of a contact with further ones, in order and without duplicates. @throws {ValidationError} under `tags` above the limit */
export function unionTags(tags: readonly string[], added: readonly string[]): string[] {
  const all = [...new Set([...tags, ...added])]
  if (all.length > CONTACT_TAGS_MAX)
    throw new ValidationError({ tags: [localizableMessage('contact.tagsMany', { maximum: CONTACT_TAGS_MAX })] })
  return all
}
