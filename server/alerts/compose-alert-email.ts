import { Language } from '../fields/schema'
import { translator } from '../messages/messages'
import { listIdOf } from '../messaging/message-id'
import { reasonFor } from '../messaging/outcome/reasons'
import { type Quotation, renderNotice } from '../messaging/templates/simple-email'
import type { Compose } from '../system-emails/composer-types'
import { readTelling } from './load-notification'
import { tellInWords, type Wording } from './render-notification'

export const composeAlert: Compose = async (tx, { organizationId, userId, subjectId }) => {
  if (organizationId === null || userId === null || subjectId === null) return { reason: reasonFor('obsolete') }
  const message = await tx.alertMessage.findFirst({
    where: { organizationId, id: subjectId },
    include: { rule: { select: { name: true, trigger: true } } },
  })
  if (!message) return { reason: reasonFor('obsolete') }
  const member = await tx.membership.findFirst({
    where: { organizationId, userId },
    include: { user: true, organization: { select: { name: true } } },
  })
  if (!member || member.user.deletesAt !== null) return { reason: reasonFor('notMember') }
  const { user, organization } = member
  const { name: rule, trigger } = message.rule
  const notification = await readTelling(tx, organizationId, message.notificationId, trigger)
  if (!notification.isTest && notification.total === 0) return { reason: reasonFor('obsolete') }
  const language = Language.catch('en').parse(user.language)
  const { subject, button, foot, ...content } = tellInWords(language, notification, {
    rule,
    trigger,
    organization: organization.name,
  })
  const from = translator(language, 'common')('product')
  return {
    to: { name: user.name, address: user.email },
    rendered: renderNotice({ language, from, subject, paragraphs: toParagraphs(content), button, foot }),
    headers: { 'List-Id': listIdOf('alerts', organizationId) },
    contactIds: notification.contactIds,
  }
}

function toParagraphs({ items, more }: Pick<Wording, 'items' | 'more'>): (string | Quotation)[] {
  const isOne = items.length === 1 && more === null
  const paragraphs = items.flatMap(({ head, quoted, about, url }) => [
    [head, about, ...(isOne ? [] : [url])].filter(Boolean).join('\n'),
    ...quoted.map((comment) => ({ quoted: comment })),
  ])
  return more === null ? paragraphs : [...paragraphs, more]
}
