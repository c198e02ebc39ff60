import { now } from '../clock'
import { env } from '../env'
import { Language } from '../fields/schema'
import type { Locale } from '../messages/locale'
import { translator } from '../messages/messages'
import { listIdOf } from '../messaging/message-id'
import { reasonFor } from '../messaging/outcome/reasons'
import { type QuotedAnswer, renderDigest } from '../messaging/templates/digest-email'
import { oneLine, plainName } from '../messaging/templates/sanitize-name'
import { addDays, isoDay } from '../responses/response-stats'
import { SCALES } from '../surveys/vocabulary'
import type { Compose } from '../system-emails/composer-types'
import { whyNot } from './create-digest'
import { digestLink } from './digest-preference'
import { daysInWords, figuresInWords } from './format-figures'
import { type AnswerToRead, readAnswers } from './load-highlights'
import { DigestFigures } from './schema'

const QUOTE_MAX_CHARACTERS = 280

/**
 * Composes the weekly digest in the recipient's language. Skipped if they left the organization, unsubscribed, or it is too late.
 * Figures come from the digest row; names and texts are read now, so that data deleted since is not included.
 */
export const composeDigest: Compose = async (tx, { organizationId, userId, subjectId }) => {
  if (organizationId === null || userId === null || subjectId === null) return { reason: reasonFor('obsolete') }
  const mail = await tx.digestMail.findFirst({ where: { organizationId, id: subjectId }, include: { digest: true } })
  if (!mail?.digest.figures) return { reason: reasonFor('obsolete') }
  const { week, isPreview, sendsUntil, figures, responseIds } = mail.digest
  const member = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    include: { user: true, organization: { select: { name: true } } },
  })
  if (!member) return { reason: reasonFor('notMember') }
  const reason = isPreview ? null : whyNot(member)
  if (reason) return { reason }
  if (sendsUntil !== null && sendsUntil <= now()) return { reason: reasonFor('late') }

  const { user } = member
  const language = Language.catch('en').parse(user.language)
  const t = translator(language, 'email')
  const organization = plainName(member.organization.name)
  const days = { from: isoDay(week), to: addDays(isoDay(week), 6) }
  const parsedFigures = DigestFigures.parse(figures)
  const { answers, contactIds } = await readAnswers(tx, organizationId, responseIds)
  const unsubscribeUrl = digestLink(member.linkId)
  return {
    to: { name: user.name, address: user.email },
    contactIds,
    rendered: renderDigest({
      language,
      organization: oneLine(member.organization.name),
      subject: t('digest.subject', { organization, count: parsedFigures.responses.current }),
      title: t('digest.title', { organization }),
      days: daysInWords(days, language),
      figures: figuresInWords(language, parsedFigures),
      answersTitle: t('digest.toRead', { count: answers.length }),
      answers: answers.map((answer) => renderHighlight(language, answer)),
      button: {
        label: t('digest.open'),
        url: `${env.baseUrl}/?${new URLSearchParams({ organization: organizationId, ...days })}`,
      },
      foot: t(isPreview ? 'digest.previewFooter' : 'digest.footer', { organization }),
      off: { label: t('digest.off'), url: unsubscribeUrl },
    }),
    // RFC 8058: one-click unsubscribe through a POST.
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': listIdOf('digest', organizationId),
    },
  }
}

function renderHighlight(language: Locale, { id, who, score, words: comment, survey }: AnswerToRead): QuotedAnswer {
  const t = translator(language, 'email')
  const name = who === null ? t('digest.someone') : plainName(who)
  return {
    head: score
      ? t('digest.head', { ...score, max: SCALES[score.metric].max, who: name })
      : t('digest.headWithoutScore', { who: name }),
    words: t('digest.quote', { words: truncateAtWord(comment) }),
    about: plainName(survey),
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
