import type { SendingDomain as Row } from '@/prisma/generated/client'
import { db } from '../db'
import { decryptSecret } from '../encryption'
import { env } from '../env'
import type { DkimKey, EmailMessage } from '../messaging/message'
import { parseDomainCheck, returnPathDomain } from './dns-records'

/** Selected with `verified_at IS NOT NULL` only. */
export type VerifiedDomain = Pick<Row, 'id' | 'domain' | 'localPart' | 'dkimSelector' | 'dkimPrivateKey' | 'check'>

/**
 * The sender of mails to contacts.
 * @property domain of Message-ID and List-Id; undefined: that of the service
 * @property returnPathDomain the domain of the envelope sender that makes SPF align; undefined: that of the service
 */
export type OrganizationSender = {
  address: string
  domain?: string
  returnPathDomain?: string
  dkimKey?: DkimKey
}

/**
 * The organization's own domain while it is verified, otherwise the service's address. So mails never come from a domain whose DMARC they
 * would fail.
 */
export function buildOrganizationSender(verified: VerifiedDomain | null): OrganizationSender {
  if (verified === null || !env.sendingDomains.isEnabled) return { address: env.mailFrom.address }
  const { id, domain, localPart, dkimSelector, dkimPrivateKey, check } = verified
  const hasReturnPath =
    env.sendingDomains.returnPathHost !== null && parseDomainCheck(check)?.returnPath?.status === 'ok'
  return {
    address: `${localPart}@${domain}`,
    domain,
    ...(hasReturnPath ? { returnPathDomain: returnPathDomain(domain) } : {}),
    dkimKey: { domain, selector: dkimSelector, privateKey: decryptSecret('dkim-key', dkimPrivateKey, id) },
  }
}

export async function loadOrganizationSender(organizationId: string): Promise<OrganizationSender> {
  return buildOrganizationSender(
    await db.sendingDomain.findFirst({
      where: { organizationId, verifiedAt: { not: null } },
      select: { id: true, domain: true, localPart: true, dkimSelector: true, dkimPrivateKey: true, check: true },
    }),
  )
}

/** Fields of a message. The envelope sender stays the service's address, which gets the bounces and passes SPF. */
export function toSenderFields({
  returnPathDomain: domain,
  dkimKey,
}: OrganizationSender): Pick<EmailMessage, 'envelopeFrom' | 'returnPathDomain' | 'dkimKey'> {
  if (!dkimKey) return {}
  return { envelopeFrom: env.mailFrom.address, ...(domain === undefined ? {} : { returnPathDomain: domain }), dkimKey }
}
