import { now } from '../clock'
import { env } from '../env'
import type { Locale } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { buildListId } from '../messaging/message-id'
import { makeReason } from '../messaging/outcome/reasons'
import { type DigestAnswer, renderDigestEmail } from '../messaging/templates/digest-email'
import { sanitizeName, toSingleLine } from '../messaging/templates/sanitize-name'
import { addDays, toIsoDay } from '../responses/response-stats'
import { SCALES } from '../surveys/constants'
import type { EmailComposer } from '../system-emails/composer-types'
import { Language } from '../validation/schema'
import { findDigestRecipientSkipReason } from './create-due-digest'
import { buildDigestUnsubscribeUrl } from './digest-preference'
import { formatDateRange, formatFigures } from './format-figures'
import { type DigestHighlight, loadHighlightsAndLockContacts } from './load-highlights'
import { DigestFigures } from './schema'

const QUOTE_MAX_CHARACTERS = 280

/**
 * Composes the weekly digest in the recipient's language. Skipped if they left the organization, unsubscribed, or it is too late.
 * Figures come from the digest row; names and texts are read now, so that data deleted since is not included.
 */
export const composeDigestEmail: EmailComposer = async (tx, { organizationId, userId, subjectId }) => {
  if (organizationId === null || userId === null || subjectId === null) return { reason: makeReason('obsolete') }
  const mail = await tx.digestMail.findFirst({ where: { organizationId, id: subjectId }, include: { digest: true } })
  if (!mail?.digest.figures) return { reason: makeReason('obsolete') }
  const { week, isPreview, sendsUntil, figures, responseIds } = mail.digest
  const member = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    include: { user: true, organization: { select: { name: true } } },
  })
  if (!member) return { reason: makeReason('notMember') }
  const reason = isPreview ? null : findDigestRecipientSkipReason(member)
  if (reason) return { reason }
  if (sendsUntil !== null && sendsUntil <= now()) return { reason: makeReason('late') }

  const { user } = member
  const language = Language.catch('en').parse(user.language)
  const t = getTranslator(language, 'email')
  const organization = sanitizeName(member.organization.name)
  const days = { from: toIsoDay(week), to: addDays(toIsoDay(week), 6) }
  const parsedFigures = DigestFigures.parse(figures)
  const { highlights, contactIds } = await loadHighlightsAndLockContacts(tx, organizationId, responseIds)
  const unsubscribeUrl = buildDigestUnsubscribeUrl(member.linkId)
  return {
    to: { name: user.name, address: user.email },
    contactIds,
    rendered: renderDigestEmail({
      language,
      organization: toSingleLine(member.organization.name),
      subject: t('digest.subject', { organization, count: parsedFigures.responses.current }),
      title: t('digest.title', { organization }),
      period: formatDateRange(days, language),
      figures: formatFigures(language, parsedFigures),
      answersTitle: t('digest.toRead', { count: highlights.length }),
      answers: highlights.map((answer) => renderHighlight(language, answer)),
      button: {
        label: t('digest.open'),
        url: `${env.baseUrl}/?${new URLSearchParams({ organization: organizationId, ...days })}`,
      },
      footer: t(isPreview ? 'digest.previewFooter' : 'digest.footer', { organization }),
      unsubscribeLink: { label: t('digest.off'), url: unsubscribeUrl },
    }),
    // RFC 8058: one-click unsubscribe through a POST.
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': buildListId('digest', organizationId),
    },
  }
}

function renderHighlight(
  language: Locale,
  { id, contactName, score, comment, surveyName }: DigestHighlight,
): DigestAnswer {
  const t = getTranslator(language, 'email')
  const name = contactName === null ? t('digest.someone') : sanitizeName(contactName)
  return {
    heading: score
      ? t('digest.head', { ...score, max: SCALES[score.metric].max, who: name })
      : t('digest.headWithoutScore', { who: name }),
    text: t('digest.quote', { words: truncateAtWord(comment) }),
    context: sanitizeName(surveyName),
    url: `${env.baseUrl}/responses/${id}`,
  }
}

function truncateAtWord(comment: string): string {
  const text = comment.replace(/\s+/g, ' ')
  if (text.length <= QUOTE_MAX_CHARACTERS) return text
  const truncated = text.slice(0, QUOTE_MAX_CHARACTERS)
  const end = truncated.lastIndexOf(' ')
  return `${truncated.slice(0, end > QUOTE_MAX_CHARACTERS / 2 ? end : undefined).toWellFormed()}…`
}
