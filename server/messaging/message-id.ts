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
