import { getLocale, getT } from '@/components/i18n/server'
import { findValueMessage } from '@/server/survey-results/constants'
import type { AnswerShare, QuestionResults } from '@/server/survey-results/schema'
import { pickTranslation } from '@/server/surveys/constants'

/** The words of a value, in the reader's language. */
export async function describeValue(
  { type }: Pick<QuestionResults, 'type'>,
  { value, label }: Pick<AnswerShare, 'value' | 'label'>,
): Promise<string> {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  if (label !== null) return pickTranslation(label, locale)
  const message = findValueMessage(type, value)
  if (message !== null) return t(message, { count: Number(value) })
  return /^\d+$/.test(value) ? value : t('unknownOption')
}
