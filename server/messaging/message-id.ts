import { domainToASCII } from 'node:url'
import { env } from '../env'

export function messageIdOf(rowId: string): string {
  return `<${rowId}@${senderDomain()}>`
}

export type MailList = 'surveys' | 'digest' | 'alerts'

export function listIdOf(list: MailList, organizationId: string): string {
  return `<${list}.${organizationId}.${senderDomain()}>`
}

function senderDomain(): string {
  const domain = env.mailFrom.address.slice(env.mailFrom.address.lastIndexOf('@') + 1)
  return domainToASCII(domain) || 'localhost'
}
