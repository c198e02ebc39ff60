import { domainToASCII } from 'node:url'
import { env } from '../env'

/** @param domain of the sender; by default that of the service's own address */
export function buildMessageId(rowId: string, domain = serviceDomain()): string {
  return `<${rowId}@${domain}>`
}

export type MailingListName = 'surveys' | 'digest' | 'alerts'

export function buildListId(list: MailingListName, organizationId: string, domain = serviceDomain()): string {
  return `<${list}.${organizationId}.${domain}>`
}

/** 5 to 15 characters, the same in every mail of this service. */
const FEEDBACK_SENDER_ID = 'custfeedback'

/**
 * The `Feedback-ID` by which Google's Postmaster Tools divide complaints: `campaign:customer:type:sender`. The same for all recipients,
 * because identifiers of few mails are not reported.
 */
export function buildFeedbackId(
  campaign: string,
  organizationId: string,
  type: 'survey' | 'email' | 'reply' | 'test',
): string {
  return [campaign, organizationId, type, FEEDBACK_SENDER_ID].join(':')
}

function serviceDomain(): string {
  const domain = env.mailFrom.address.slice(env.mailFrom.address.lastIndexOf('@') + 1)
  return domainToASCII(domain) || 'localhost'
}

/** The id of the row in a Message-ID of {@link buildMessageId}, of any domain; null if it is none. */
export function parseMessageRowId(messageId: string): string | null {
  return /^<?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@[^@\s]+>?$/i.exec(messageId.trim())?.[1]?.toLowerCase() ?? null
}
