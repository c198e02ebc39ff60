import { domainToASCII } from 'node:url'
import { env } from '../env'

/** The Message-ID of a row's mail, the same in every attempt, with angle brackets. ASCII only (RFC 5322, 3.6.4). */
export function messageIdOf(rowId: string): string {
  return `<${rowId}@${senderDomain()}>`
}

/** Kinds of recurring mails; mail clients treat each as a separate mailing list. */
export type MailList = 'surveys' | 'digest' | 'alerts'

/** The List-Id header (RFC 2919), with angle brackets. */
export function listIdOf(list: MailList, organizationId: string): string {
  return `<${list}.${organizationId}.${senderDomain()}>`
}

function senderDomain(): string {
  const domain = env.mailFrom.address.slice(env.mailFrom.address.lastIndexOf('@') + 1)
  return domainToASCII(domain) || 'localhost'
}
