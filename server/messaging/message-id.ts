import { domainToASCII } from 'node:url'
import { env } from '../env'

export function buildMessageId(rowId: string): string {
  return `<${rowId}@${senderDomain()}>`
}

export type MailingListName = 'surveys' | 'digest' | 'alerts'

export function buildListId(list: MailingListName, organizationId: string): string {
  return `<${list}.${organizationId}.${senderDomain()}>`
}

function senderDomain(): string {
  const domain = env.mailFrom.address.slice(env.mailFrom.address.lastIndexOf('@') + 1)
  return domainToASCII(domain) || 'localhost'
}

/** The id of the row in a Message-ID of {@link buildMessageId}, of any domain; null if it is none. */
export function parseMessageRowId(messageId: string): string | null {
  return /^<?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@[^@\s]+>?$/i.exec(messageId.trim())?.[1]?.toLowerCase() ?? null
}
