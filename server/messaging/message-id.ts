import { domainToASCII } from 'node:url'
import { env } from '../env'

/** The Message-ID of the mail of a row, the same in every attempt, with angle brackets. ASCII alone: RFC 5322, 3.6.4. */
export function messageIdOf(rowId: string): string {
  const domain = env.mailFrom.address.slice(env.mailFrom.address.lastIndexOf('@') + 1)
  return `<${rowId}@${domainToASCII(domain) || 'localhost'}>`
}
