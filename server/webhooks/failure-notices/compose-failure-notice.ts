import { env } from '../../env'
import { makeReason } from '../../messaging/outcome/reasons'
import { renderWebhookFailureEmail } from '../../messaging/templates/webhook-failure-email'
import { parseFailureCode } from '../../outbound/safe-request-error'
import type { EmailComposer } from '../../system-emails/composer-types'
import { Language } from '../../validation/schema'

export const composeFailureNotice: EmailComposer = async (tx, { organizationId, userId, subjectId, count }) => {
  if (organizationId === null || userId === null || subjectId === null) return { reason: makeReason('obsolete') }
  const [member, subscription, attempt] = await Promise.all([
    tx.membership.findFirst({
      where: { organizationId, userId, role: { in: ['owner', 'admin'] } },
      include: { user: true, organization: { select: { name: true } } },
    }),
    tx.webhookSubscription.findFirst({ where: { id: subjectId, organizationId } }),
    tx.webhookAttempt.findFirst({
      where: { organizationId, subscriptionId: subjectId, success: false, finishedAt: { not: null } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
  ])
  if (!member) return { reason: makeReason('notAdministrator') }
  if (!subscription) return { reason: makeReason('obsolete') }
  const { user, organization } = member
  return {
    to: { name: user.name, address: user.email },
    rendered: renderWebhookFailureEmail({
      language: Language.catch('en').parse(user.language),
      organization: organization.name,
      name: user.name,
      hookUrl: subscription.hookUrl,
      isDeactivated: !subscription.active,
      failedCount: count,
      lastStatus: attempt?.httpStatusCode ?? null,
      lastError: parseFailureCode(attempt?.error ?? null),
      pageUrl: `${env.baseUrl}/settings/webhooks/${subjectId}`,
    }),
  }
}
