import { env } from '../env'
import type { Locale } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { sanitizeName } from '../messaging/templates/sanitize-name'
import { SCALES } from '../surveys/constants'
import type { AlertItem, AlertNotification } from './load-notification'

export type RenderedNotification = {
  subject: string
  items: { headline: string; comments: string[]; quotedComments: string[]; context: string; url: string }[]
  moreLine: string | null
  formatMoreLine: (count: number) => string | null
  button: { label: string; url: string }
  footer: string
}

const COMMENT_MAX_CHARACTERS = 600

export function renderNotification(
  language: Locale,
  { isTest, items: alertItems, total, trigger, organization, rule: ruleName }: AlertNotification,
): RenderedNotification {
  const t = getTranslator(language, 'email')
  const rule = sanitizeName(ruleName)
  const listUrl = `${env.baseUrl}/${trigger}s`
  const testComments = { comments: [t('alert.testComment')], quotedComments: [t('alert.testComment')] }
  const items = isTest
    ? [{ headline: t('alert.testHead', { trigger }), ...testComments, context: '', url: listUrl }]
    : alertItems.map((alertItem) => renderItem(language, alertItem))
  const only = total === 1 && !isTest ? items[0] : undefined
  const subject = isTest ? t('alert.testSubject', { rule }) : t('alert.subject', { count: total, trigger, rule })
  const formatMoreLine = (detailedCount: number) =>
    total > detailedCount ? t('alert.more', { count: total - detailedCount }) : null
  return {
    subject: only ? t('alert.subjectOne', { head: only.headline, rule }) : subject,
    items,
    moreLine: formatMoreLine(items.length),
    formatMoreLine,
    button: only
      ? { label: t('alert.open', { trigger }), url: only.url }
      : { label: t('alert.openAll', { trigger }), url: listUrl },
    footer: t('alert.footer', { rule, organization: sanitizeName(organization.name) }),
  }
}

export function formatHeadline(
  language: Locale,
  { customerName: name, scores }: Pick<AlertItem, 'customerName' | 'scores'>,
): string {
  const t = getTranslator(language, 'email')
  const who = name === null ? t('alert.someone') : sanitizeName(name)
  const formattedScores = scores.map(({ metric, score }) =>
    t('alert.score', { metric, score, max: SCALES[metric === 'stars' ? 'rating' : metric].max }),
  )
  return formattedScores.length > 0
    ? t('alert.head', { scores: formattedScores.join(', '), who })
    : t('alert.headWithoutScore', { who })
}

function renderItem(language: Locale, alertItem: AlertItem): RenderedNotification['items'][number] {
  const t = getTranslator(language, 'email')
  const comments = alertItem.comments.map(truncateComment)
  return {
    headline: formatHeadline(language, alertItem),
    comments,
    quotedComments: comments.map((comment) => t('alert.quote', { comment })),
    context: [alertItem.sourceName, alertItem.locationName]
      .flatMap((name) => (name === null ? [] : [sanitizeName(name)]))
      .join(' · '),
    url: `${env.baseUrl}/${alertItem.trigger === 'review' ? 'reviews' : 'responses'}/${alertItem.id}`,
  }
}

function truncateComment(comment: string): string {
  const text = comment.trim()
  return text.length > COMMENT_MAX_CHARACTERS ? `${text.slice(0, COMMENT_MAX_CHARACTERS).toWellFormed()}…` : text
}
