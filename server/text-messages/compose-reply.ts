import type { Organization } from '@/prisma/generated/client'
import { db } from '../db'
import type { Locale } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { replaceTypographicCharacters } from '../messaging/sms-text'
import { sanitizeName, toSingleLine } from '../messaging/templates/sanitize-name'
import { Language } from '../validation/schema'
import type { TextMessageKeyword } from './read-keyword'

const NAMES_MAX = 3
const NAME_MAX_CHARACTERS = 30

/**
 * The reply to a keyword: who writes, what happens now, and the way back or to help; no advertisement.
 * @param language null for that of the organization
 * @param organizationIds the one that texted last first
 */
export async function composeReply(
  keyword: TextMessageKeyword,
  language: Locale | null,
  organizationIds: readonly string[],
): Promise<string | null> {
  const organizations = await db.organization.findMany({
    where: { id: { in: organizationIds.slice(0, NAMES_MAX) } },
    orderBy: { name: 'asc' },
  })
  const first = organizations.find(({ id }) => id === organizationIds[0]) ?? organizations[0]
  if (!first) return null
  const t = getTranslator(language ?? Language.catch('en').parse(first.defaultLanguage), 'email')
  const names = organizations.map(({ name }) => shorten(sanitizeName(toSingleLine(name)))).join(', ')
  const address = keyword === 'help' ? await findReplyToAddress(first) : null
  const text = t(`smsReply.${keyword}`, { names })
  return replaceTypographicCharacters(address === null ? text : `${text} ${t('smsReply.contact', { address })}`)
}

/** The address that replies to the organization's emails go to. */
async function findReplyToAddress({
  id: organizationId,
  replyToUserId: userId,
  replyToEmail,
}: Organization): Promise<string | null> {
  if (replyToEmail !== null || userId === null) return replyToEmail
  const user = { emailVerifiedAt: { not: null }, deletesAt: null }
  const member = await db.membership.findFirst({
    where: { organizationId, userId, user },
    select: { user: { select: { email: true } } },
  })
  return member?.user.email ?? null
}

function shorten(name: string): string {
  const characters = Array.from(name)
  return characters.length > NAME_MAX_CHARACTERS ? `${characters.slice(0, NAME_MAX_CHARACTERS).join('')}...` : name
}
