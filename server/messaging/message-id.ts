import { domainToASCII } from 'node:url'
import { env } from '../env'

/** The Message-ID of the mail of a row, the same in every attempt, with angle brackets. ASCII alone: RFC 5322, 3.6.4. */
export function messageIdOf(rowId: string): string {
  return `<${rowId}@${senderDomain()}>`
}

/** What an organization sends again and again; each is a list that mail programs can tell from the others. */
export type MailList = 'surveys' | 'digest' | 'alerts'

/** The List-Id of one kind of mails of an organization (RFC 2919), with angle brackets. */
export function listIdOf(list: MailList, organizationId: string): string {
  return `<${list}.${organizationId}.${senderDomain()}>`
}

function senderDomain(): string {
  const domain = env.mailFrom.address.slice(env.mailFrom.address.lastIndexOf('@') + 1)
  return domainToASCII(domain) || 'localhost'
}
