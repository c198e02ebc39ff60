import type { WebhookNotice as NoticeRow } from '@/prisma/generated/client'
import type { Tx } from '../../db'
import { env } from '../../env'
import { Language } from '../../fields/schema'
import type { EmailMessage } from '../../messaging/message'
import { renderWebhookNotice } from '../../messaging/templates/webhook-notice'
import { readFailure } from '../../outbound/dial-failure'

/** What happened to a subscription lately, for one owner or admin, in their language; null when they are neither any more. */
export async function composeNotice(tx: Tx, notice: NoticeRow): Promise<EmailMessage | null> {
  const { organizationId, subscriptionId, userId } = notice
  const [member, subscription, attempt] = await Promise.all([
    tx.membership.findFirst({
      where: { organizationId, userId, role: { in: ['owner', 'admin'] } },
      include: { user: true, organization: { select: { name: true } } },
    }),
    tx.webhookSubscription.findFirst({ where: { id: subscriptionId, organizationId } }),
    tx.webhookAttempt.findFirst({
      where: { organizationId, subscriptionId, success: false, finishedAt: { not: null } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
  ])
  if (!member || !subscription) return null
  const { user, organization } = member
  const from = env.mailFrom
  return {
    channel: 'email',
    from,
    to: { name: user.name, address: user.email },
    ...renderWebhookNotice({
      language: Language.catch('en').parse(user.language),
      organization: organization.name,
      name: user.name,
      hookUrl: subscription.hookUrl,
      isDeactivated: !subscription.active,
      failedCount: notice.failedCount,
      lastStatus: attempt?.httpStatusCode ?? null,
      lastError: readFailure(attempt?.error ?? null),
      pageUrl: `${env.baseUrl}/settings/webhooks/${subscriptionId}`,
    }),
    // The same in every try, so that a mail program shows it once.
    messageId: `<${notice.id}@${from.address.split('@').at(-1) ?? 'localhost'}>`,
    // RFC 3834: out-of-office replies stay away.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
