import { pickTranslation } from '@/server/surveys/constants'
import type { Ending } from '@/server/surveys/logic/schema'
import type { BandThanks, Thanks } from '@/server/surveys/thanks/schema'
import { otherLanguage } from '@/server/validation/languages'
import type { Language, LocalizedText } from '@/server/validation/schema'
import { type EndingDraft, THANKS_BANDS, type ThanksDraft } from './draft-types'

export type ToText = (text: string, translation: string) => LocalizedText

const WORDINGS = ['title', 'text', 'buttonLabel'] as const

export const NO_THANKS: ThanksDraft = {
  title: '',
  titleTranslated: '',
  text: '',
  textTranslated: '',
  buttonLabel: '',
  buttonLabelTranslated: '',
  buttonUrl: '',
  redirectUrl: '',
}

export function toEndingInput(ending: EndingDraft, id: string, toText: ToText): Ending {
  return { title: '', ...toThanksInput(ending, toText), id } as Ending
}

export function toEndingDraft(ending: Ending, index: number, language: Language): EndingDraft {
  return { ...toThanksDraft(ending, language), ref: `e${index}`, id: ending.id }
}

export function toThanksByBand(thanks: Record<string, ThanksDraft>, toText: ToText): Thanks {
  const inputs = Object.entries(thanks).map(([band, draft]) => [band, toThanksInput(draft, toText)] as const)
  return Object.fromEntries(inputs.filter(([, input]) => Object.keys(input).length > 0))
}

export function toThanksDrafts(thanks: Thanks, language: Language) {
  return Object.fromEntries(THANKS_BANDS.map((band) => [band, toThanksDraft(thanks[band] ?? {}, language)])) as Record<
    (typeof THANKS_BANDS)[number],
    ThanksDraft
  >
}

function toThanksInput(draft: ThanksDraft, toText: ToText): BandThanks {
  const [title, text, label] = WORDINGS.map((name) => toText(draft[name], draft[`${name}Translated`]))
  const { buttonUrl, redirectUrl } = draft
  return {
    ...(title ? { title } : {}),
    ...(text ? { text } : {}),
    ...(label || buttonUrl ? { button: { label: label ?? '', url: buttonUrl } } : {}),
    ...(redirectUrl ? { redirectUrl } : {}),
  }
}

function toThanksDraft({ title, text, button, redirectUrl }: BandThanks, language: Language): ThanksDraft {
  const texts = [title, text, button?.label].flatMap((wording, index) => {
    const name = WORDINGS[index]
    if (!wording) return []
    return [
      [name, pickTranslation(wording, language)],
      [`${name}Translated`, pickOtherTranslation(wording, language)],
    ]
  })
  return {
    ...NO_THANKS,
    ...Object.fromEntries(texts),
    buttonUrl: button?.url ?? '',
    redirectUrl: redirectUrl ?? '',
  }
}

export function isThanksTranslated(draft: ThanksDraft): boolean {
  return WORDINGS.some((name) => draft[`${name}Translated`] !== '')
}

export function pickOtherTranslation(text: LocalizedText, language: Language): string {
  return typeof text === 'string' ? '' : text[otherLanguage(language)]
}
