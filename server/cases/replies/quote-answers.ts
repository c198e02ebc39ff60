import type { Response as Row } from '@/prisma/generated/client'
import type { Language } from '../../fields/schema'
import { toLanguageTag } from '../../messages/locale'
import { getTranslator } from '../../messages/messages'
import type { QuotedAnswers } from '../../messaging/templates/reply-email'
import { asStoredAnswers } from '../../responses/responses'
import { isScale, SCALES } from '../../surveys/vocabulary'

export type AnsweredResponse = Pick<Row, 'answers' | 'submittedAt' | 'createdAt'>

export function quoteAnswers(
  { answers, submittedAt, createdAt }: AnsweredResponse,
  timeZone: string,
  language: Language,
): QuotedAnswers | null {
  const quotedAnswers = asStoredAnswers(answers).map(({ text, ...answer }) => ({
    question: text,
    answer: formatAnswer(language, answer),
  }))
  if (quotedAnswers.length === 0) return null
  const at = submittedAt ?? createdAt
  const day = new Intl.DateTimeFormat(toLanguageTag(language), { dateStyle: 'long', timeZone }).format(at)
  return { intro: getTranslator(language, 'email')('reply.quote', { day }), answers: quotedAnswers }
}

type Answer = Omit<ReturnType<typeof asStoredAnswers>[number], 'text'>

function formatAnswer(language: Language, { type, value, labels = [] }: Answer): string {
  if (isScale(type) && typeof value === 'number')
    return getTranslator(language, 'email')('scoreLabel', { score: value, max: SCALES[type].max })
  if (typeof value === 'boolean') return getTranslator(language, 'survey')(value ? 'yes' : 'no')
  if (labels.length > 0) return labels.join(', ')
  return Array.isArray(value) ? value.join(', ') : String(value)
}
