import { env } from '../env'
import type { Locale } from '../messages/locale'
import { getTranslator } from '../messages/messages'
import { sanitizeName } from '../messaging/templates/sanitize-name'
import { SCALES } from '../surveys/vocabulary'
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

type RuleContext = { rule: string; organization: string; trigger: string }

export function renderNotification(
  language: Locale,
  { isTest, items: alertItems, total }: AlertNotification,
  context: RuleContext,
): RenderedNotification {
  const t = getTranslator(language, 'email')
  const rule = sanitizeName(context.rule)
  const foot = t('alert.footer', { rule, organization: sanitizeName(context.organization) })
  const items = alertItems.map((alertItem) => renderItem(language, alertItem))
  const [first] = items
  const trigger = context.trigger === 'review' ? 'review' : 'response'
  const listUrl = `${env.baseUrl}/${trigger}s`
  if (isTest) {
    const item: RenderedNotification['items'][number] = {
      headline: t('alert.testHead', { trigger }),
      comments: [t('alert.testComment')],
      quotedComments: [t('alert.testComment')],
      context: '',
      url: listUrl,
    }
    return {
      subject: t('alert.testSubject', { rule }),
      items: [item],
      moreLine: null,
      formatMoreLine: () => null,
      button: { label: t('alert.openAll', { trigger }), url: listUrl },
      footer: foot,
    }
  }
  const moreThan = (detailedCount: number) =>
    total > detailedCount ? t('alert.more', { count: total - detailedCount }) : null
  const isOne = total === 1 && first !== undefined
  return {
    subject: isOne
      ? t('alert.subjectOne', { head: first.headline, rule })
      : t('alert.subject', { count: total, trigger, rule }),
    items,
    moreLine: moreThan(items.length),
    formatMoreLine: moreThan,
    button: isOne
      ? { label: t('alert.open', { trigger }), url: first.url }
      : { label: t('alert.openAll', { trigger }), url: listUrl },
    footer: foot,
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
