import { env } from '../env'
import type { Locale } from '../messages/locale'
import { translator } from '../messages/messages'
import { plainName } from '../messaging/templates/sanitize-name'
import { SCALES } from '../surveys/vocabulary'
import type { Telling, Told } from './load-notification'

export type Wording = {
  subject: string
  items: { head: string; comments: string[]; quoted: string[]; about: string; url: string }[]
  more: string | null
  moreThan: (told: number) => string | null
  button: { label: string; url: string }
  foot: string
}

const COMMENT_MAX_CHARACTERS = 600

type RuleContext = { rule: string; organization: string; trigger: string }

export function tellInWords(
  language: Locale,
  { isTest, told: alertItems, total }: Telling,
  context: RuleContext,
): Wording {
  const t = translator(language, 'email')
  const rule = plainName(context.rule)
  const foot = t('alert.footer', { rule, organization: plainName(context.organization) })
  const items = alertItems.map((alertItem) => renderItem(language, alertItem))
  const [first] = items
  const trigger = context.trigger === 'review' ? 'review' : 'response'
  const listUrl = `${env.baseUrl}/${trigger}s`
  if (isTest) {
    const item: Wording['items'][number] = {
      head: t('alert.testHead', { trigger }),
      comments: [t('alert.testComment')],
      quoted: [t('alert.testComment')],
      about: '',
      url: listUrl,
    }
    return {
      subject: t('alert.testSubject', { rule }),
      items: [item],
      more: null,
      moreThan: () => null,
      button: { label: t('alert.openAll', { trigger }), url: listUrl },
      foot,
    }
  }
  const moreThan = (detailedCount: number) =>
    total > detailedCount ? t('alert.more', { count: total - detailedCount }) : null
  const isOne = total === 1 && first !== undefined
  return {
    subject: isOne
      ? t('alert.subjectOne', { head: first.head, rule })
      : t('alert.subject', { count: total, trigger, rule }),
    items,
    more: moreThan(items.length),
    moreThan,
    button: isOne
      ? { label: t('alert.open', { trigger }), url: first.url }
      : { label: t('alert.openAll', { trigger }), url: listUrl },
    foot,
  }
}

export function headOf(language: Locale, { who: name, scores }: Pick<Told, 'who' | 'scores'>): string {
  const t = translator(language, 'email')
  const who = name === null ? t('alert.someone') : plainName(name)
  const formattedScores = scores.map(({ metric, score }) =>
    t('alert.score', { metric, score, max: SCALES[metric === 'stars' ? 'rating' : metric].max }),
  )
  return formattedScores.length > 0
    ? t('alert.head', { scores: formattedScores.join(', '), who })
    : t('alert.headWithoutScore', { who })
}

function renderItem(language: Locale, alertItem: Told): Wording['items'][number] {
  const t = translator(language, 'email')
  const comments = alertItem.comments.map(truncateComment)
  return {
    head: headOf(language, alertItem),
    comments,
    quoted: comments.map((comment) => t('alert.quote', { comment })),
    about: [alertItem.where, alertItem.location]
      .flatMap((name) => (name === null ? [] : [plainName(name)]))
      .join(' · '),
    url: `${env.baseUrl}/${alertItem.trigger === 'review' ? 'reviews' : 'responses'}/${alertItem.id}`,
  }
}

function truncateComment(comment: string): string {
  const text = comment.trim()
  return text.length > COMMENT_MAX_CHARACTERS ? `${text.slice(0, COMMENT_MAX_CHARACTERS).toWellFormed()}…` : text
}
