import { findScale, hasOptions } from '@/server/surveys/constants'
import type { Language } from '@/server/validation/schema'
import { isWritten, type Texts } from './draft-texts'
import type { OptionDraft, QuestionDraft, SurveyDraft, TextName, ThanksDraft } from './draft-types'
import { THANKS_BANDS, type ThanksBand } from './draft-types'

export type TextField =
  | { key: 'text' | 'description' | 'unit' | 'lowEnd' | 'highEnd' | 'endingTitle' | 'endingText' | 'buttonLabel' }
  | { key: 'option' | 'row'; number: number }

export type DraftText = {
  name: TextName
  /** Where the service reports its errors. */
  errorPath: string
  texts: Texts
  /** Not empty in a survey that can be saved. */
  isRequired: boolean
  section: { key: 'question' | 'endingNumber'; number: number } | { key: 'thanksAfter'; band: ThanksBand }
  field: TextField
}

/** What is to be written in a language of the survey: what others have, and what no survey goes without. */
export function listMissingTexts(draft: SurveyDraft, language: Language): DraftText[] {
  return listTexts(draft).filter(
    ({ texts, isRequired }) => texts[language].trim() === '' && (isRequired || isWritten(texts)),
  )
}

function listTexts({ questions, endings, thanks, type }: SurveyDraft): DraftText[] {
  const bands = type === 'custom' ? (['plain'] as const) : THANKS_BANDS
  return [
    ...questions.flatMap(listQuestionTexts),
    ...endings.flatMap((ending, index) =>
      listThanksTexts(ending, `endings.${index}`, { key: 'endingNumber', number: index + 1 }),
    ),
    ...bands.flatMap((band) => listThanksTexts(thanks[band], `thanks.${band}`, { key: 'thanksAfter', band })),
  ]
}

function listQuestionTexts(question: QuestionDraft, index: number): DraftText[] {
  const { type, text, description, wordings } = question
  const section = { key: 'question', number: index + 1 } as const
  const name = `questions.${index}` as const
  const listItems = (list: 'options' | 'rows', items: readonly OptionDraft[]) =>
    items.map(({ label }, position): DraftText => {
      const path = `${name}.${list}.${position}.label` as const
      const field = { key: list === 'rows' ? ('row' as const) : ('option' as const), number: position + 1 }
      return { name: path, errorPath: path, texts: label, isRequired: true, section, field }
    })
  const optional = { isRequired: false, section }
  const toWording = (wording: 'unit' | 'low' | 'high', errorPath: string, key: 'unit' | 'lowEnd' | 'highEnd') => ({
    ...optional,
    name: `${name}.wordings.${wording}` as const,
    errorPath: `${name}.${errorPath}`,
    texts: wordings[wording],
    field: { key },
  })
  return [
    { name: `${name}.text`, errorPath: `${name}.text`, texts: text, isRequired: true, section, field: { key: 'text' } },
    {
      ...optional,
      name: `${name}.description`,
      errorPath: `${name}.description`,
      texts: description,
      field: { key: 'description' },
    },
    ...(type === 'matrix' ? listItems('rows', question.rows) : []),
    ...(hasOptions(type) ? listItems('options', question.options) : []),
    ...(type === 'number' ? [toWording('unit', 'unit', 'unit')] : []),
    ...(findScale({ type }) ? [toWording('low', 'ends.low', 'lowEnd'), toWording('high', 'ends.high', 'highEnd')] : []),
  ]
}

type ThanksSection = `endings.${number}` | `thanks.${ThanksBand}`

function listThanksTexts(draft: ThanksDraft, name: ThanksSection, section: DraftText['section']): DraftText[] {
  const isEnding = section.key === 'endingNumber'
  const { title, text, buttonLabel, buttonUrl } = draft
  return [
    {
      name: `${name}.title`,
      errorPath: `${name}.title`,
      texts: title,
      isRequired: isEnding,
      section,
      field: { key: 'endingTitle' },
    },
    {
      name: `${name}.text`,
      errorPath: `${name}.text`,
      texts: text,
      isRequired: false,
      section,
      field: { key: 'endingText' },
    },
    {
      name: `${name}.buttonLabel`,
      errorPath: `${name}.button.label`,
      texts: buttonLabel,
      isRequired: buttonUrl !== '',
      section,
      field: { key: 'buttonLabel' },
    },
  ]
}
