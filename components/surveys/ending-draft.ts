import type { Ending } from '@/server/surveys/logic/schema'
import type { BandThanks, Thanks } from '@/server/surveys/thanks/schema'
import { NO_TEXTS, type TextLanguages, toTexts } from './draft-texts'
import { type EndingDraft, THANKS_BANDS, type ThanksDraft } from './draft-types'

export const NO_THANKS: ThanksDraft = {
  title: NO_TEXTS,
  text: NO_TEXTS,
  buttonLabel: NO_TEXTS,
  buttonUrl: '',
  redirectUrl: '',
}

export function toEndingDraft(ending: Ending, index: number, languages: TextLanguages): EndingDraft {
  return { ...toThanksDraft(ending, languages), ref: `e${index}`, id: ending.id }
}

export function toThanksDrafts(thanks: Thanks, languages: TextLanguages) {
  return Object.fromEntries(THANKS_BANDS.map((band) => [band, toThanksDraft(thanks[band] ?? {}, languages)])) as Record<
    (typeof THANKS_BANDS)[number],
    ThanksDraft
  >
}

function toThanksDraft({ title, text, button, redirectUrl }: BandThanks, languages: TextLanguages): ThanksDraft {
  return {
    title: toTexts(title, languages),
    text: toTexts(text, languages),
    buttonLabel: toTexts(button?.label, languages),
    buttonUrl: button?.url ?? '',
    redirectUrl: redirectUrl ?? '',
  }
}
