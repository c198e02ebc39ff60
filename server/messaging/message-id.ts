import { domainToASCII } from 'node:url'
import { env } from '../env'

export function buildMessageId(rowId: string): string {
  return `<${rowId}@${senderDomain()}>`
}

export type MailingList = 'surveys' | 'digest' | 'alerts'

export function buildListId(list: MailingList, organizationId: string): string {
  return `<${list}.${organizationId}.${senderDomain()}>`
}

function senderDomain(): string {
  const domain = env.mailFrom.address.slice(env.mailFrom.address.lastIndexOf('@') + 1)
  return domainToASCII(domain) || 'localhost'
}
