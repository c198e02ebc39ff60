import { getTranslator } from '../../messages/message-catalogue'
import { findScale, isScale, pickTranslation } from '../../surveys/constants'
import { fillWording, NO_RECALL, type RecallValues } from '../../surveys/recall/wording'
import type { Question } from '../../surveys/schema'
import type { Language } from '../../validation/schema'
import type { EmailQuestion } from './survey-email'

/** The question that an email shows, with the scale that can be answered by a click. */
export function presentEmailQuestion(
  question: Question,
  language: Language,
  recall: RecallValues = NO_RECALL,
): EmailQuestion {
  const { type, text, ends = {} } = question
  const t = getTranslator(language, 'email')
  const scale = findScale(question)
  const label = (end: 'low' | 'high', value: number) => {
    const words = ends[end]
    if (words) return t('scaleEnd', { value, words: pickTranslation(words, language) })
    return isScale(type) ? t(end === 'low' ? `scaleLow.${type}` : `scaleHigh.${type}`) : ''
  }
  return {
    text: fillWording(pickTranslation(text, language), recall),
    scale: scale && { ...scale, low: label('low', scale.min), high: label('high', scale.max) },
  }
}
