import { domainToUnicode } from 'node:url'
import { formatDay } from '../auth/compose-account-emails'
import type { Tx } from '../db'
import { env } from '../env'
import { getTranslator } from '../messages/message-catalogue'
import { makeReason } from '../messaging/outcome/reasons'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer } from '../system-emails/composer-types'
import { Language } from '../validation/schema'

/** Tells an owner or admin that a domain fails, or is no longer used. @param pagePath of its settings */
export function createDomainFailingComposer(kind: 'sendingDomain' | 'linkDomain', pagePath: string): EmailComposer {
  return async (tx, { organizationId, userId, values }) => {
    const member = await loadAdministrator(tx, organizationId, userId)
    if (!member) return { reason: makeReason('notAdministrator') }
    const { stage = 'failing', domain = '', until = '' } = values as Record<string, string>
    const language = Language.catch('en').parse(member.user.language)
    const t = getTranslator(language, 'email')
    const organization = member.organization.name
    const texts = { stage, organization, domain: domainToUnicode(domain), day: until && formatDay(until, language) }
    return {
      to: { name: member.user.name, address: member.user.email },
      rendered: renderSimpleEmail({
        language,
        subject: t(`${kind}.subject`, texts),
        paragraphs: [t(`${kind}.why`, texts), t(`${kind}.what`, texts)],
        button: { label: t(`${kind}.open`), url: `${env.baseUrl}${pagePath}` },
        footer: t(`${kind}.footer`, { organization }),
      }),
    }
  }
}

export async function loadAdministrator(tx: Tx, organizationId: string | null, userId: string | null) {
  if (organizationId === null || userId === null) return null
  return tx.membership.findFirst({
    where: { organizationId, userId, role: { in: ['owner', 'admin'] } },
    include: { user: true, organization: { select: { name: true } } },
  })
}
