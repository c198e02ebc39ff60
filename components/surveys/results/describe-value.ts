import { getLocale, getT } from '@/components/i18n/server'
import type { AnswerShare, QuestionResults } from '@/server/survey-results/schema'
import { pickTranslation } from '@/server/surveys/constants'

/** The words of a value, in the reader's language. */
export async function describeValue(
  { type }: Pick<QuestionResults, 'type'>,
  { value, label }: Pick<AnswerShare, 'value' | 'label'>,
): Promise<string> {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  if (label !== null) return pickTranslation(label, locale)
  if (type === 'rating') return t('starsValue', { count: Number(value) })
  if (type === 'thumbs') return t(value === 'true' ? 'thumbsUp' : 'thumbsDown')
  if (type === 'consent') return t('given')
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no')
  if (/^\d+$/.test(value)) return value
  return t('unknownOption')
}
