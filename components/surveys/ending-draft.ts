import { pickTranslation } from '@/server/surveys/constants'
import type { Ending } from '@/server/surveys/logic/schema'
import { otherLanguage } from '@/server/validation/languages'
import type { Language, LocalizedText } from '@/server/validation/schema'
import type { EndingDraft } from './draft-types'

export type ToText = (text: string, translation: string) => LocalizedText

export function toEndingInput(ending: EndingDraft, id: string, toText: ToText): Ending {
  const { title, titleTranslated, text, textTranslated } = ending
  const body = toText(text, textTranslated)
  return { id, title: toText(title, titleTranslated), ...(body === '' ? {} : { text: body }) }
}

export function toEndingDraft({ id, title, text }: Ending, index: number, language: Language): EndingDraft {
  return {
    ref: `e${index}`,
    id,
    title: pickTranslation(title, language),
    titleTranslated: pickOtherTranslation(title, language),
    text: text ? pickTranslation(text, language) : '',
    textTranslated: text ? pickOtherTranslation(text, language) : '',
  }
}

export function pickOtherTranslation(text: LocalizedText, language: Language): string {
  return typeof text === 'string' ? '' : text[otherLanguage(language)]
}
