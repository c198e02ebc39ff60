import { getTranslator } from '../messages/message-catalogue'
import { buildListId } from '../messaging/message-id'
import { makeReason } from '../messaging/outcome/reasons'
import { type Quotation, renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer } from '../system-emails/composer-types'
import { Language } from '../validation/schema'
import { loadNotificationAndLockContacts } from './load-notification'
import { type RenderedNotification, renderNotification } from './render-notification'

export const composeAlertEmail: EmailComposer = async (tx, { organizationId, userId, subjectId }) => {
  if (organizationId === null || userId === null || subjectId === null) return { reason: makeReason('obsolete') }
  const message = await tx.alertMessage.findFirst({ where: { organizationId, id: subjectId } })
  if (!message) return { reason: makeReason('obsolete') }
  const member = await tx.membership.findFirst({ where: { organizationId, userId }, include: { user: true } })
  if (!member || member.user.deletesAt !== null) return { reason: makeReason('notMember') }
  const { user } = member
  const notification = await loadNotificationAndLockContacts(tx, organizationId, message)
  if (!notification) return { reason: makeReason('obsolete') }
  const language = Language.catch('en').parse(user.language)
  const { subject, button, footer, ...content } = renderNotification(language, notification)
  const from = getTranslator(language, 'common')('product')
  return {
    to: { name: user.name, address: user.email },
    rendered: renderSimpleEmail({ language, from, subject, paragraphs: toParagraphs(content), button, footer }),
    headers: { 'List-Id': buildListId('alerts', organizationId) },
    contactIds: notification.contactIds,
  }
}

function toParagraphs({ items, moreLine }: Pick<RenderedNotification, 'items' | 'moreLine'>): (string | Quotation)[] {
  const isOne = items.length === 1 && moreLine === null
  const paragraphs = items.flatMap(({ headline, quotedComments, context, url }) => [
    [headline, context, ...(isOne ? [] : [url])].filter(Boolean).join('\n'),
    ...quotedComments.map((comment) => ({ quoted: comment })),
  ])
  return moreLine === null ? paragraphs : [...paragraphs, moreLine]
}
