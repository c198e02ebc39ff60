import type { Ending } from '@/server/surveys/logic/schema'
import type { BandThanks, Thanks } from '@/server/surveys/thanks/schema'
import type { ToText } from './draft-texts'
import type { EndingDraft, ThanksDraft } from './draft-types'

export function toEndingInput(ending: EndingDraft, id: string, toText: ToText): Ending {
  return { title: '', ...toThanksInput(ending, toText), id } as Ending
}

export function toThanksByBand(thanks: Record<string, ThanksDraft>, toText: ToText): Thanks {
  const inputs = Object.entries(thanks).map(([band, draft]) => [band, toThanksInput(draft, toText)] as const)
  return Object.fromEntries(inputs.filter(([, input]) => Object.keys(input).length > 0))
}

function toThanksInput(draft: ThanksDraft, toText: ToText): BandThanks {
  const [title, text, label] = [draft.title, draft.text, draft.buttonLabel].map(toText)
  const { buttonUrl, redirectUrl } = draft
  return {
    ...(title ? { title } : {}),
    ...(text ? { text } : {}),
    ...(label || buttonUrl ? { button: { label: label ?? '', url: buttonUrl } } : {}),
    ...(redirectUrl ? { redirectUrl } : {}),
  }
}
