import type { useTranslations } from 'use-intl/react'
import type { LabeledFieldValue } from '@/components/ui/forms/use-conflict-detection'
import { SURVEY_END } from '@/server/surveys/constants'
import { listLanguages, type Texts } from './draft-texts'
import {
  type ConditionDraft,
  type JumpDraft,
  type QuestionDraft,
  type RuleDraft,
  type SurveyDraft,
  THANKS_BANDS,
  type ThanksDraft,
  TYPE_WORDINGS,
} from './draft-types'
import { SCORE_SOURCE } from './rule-draft'

type Translations = {
  t: ReturnType<typeof useTranslations<'surveys'>>
  common: ReturnType<typeof useTranslations<'common'>>
}

/** Describes a survey field by field, for comparing what two people edit. */
export function describeSurvey(draft: SurveyDraft, translations: Translations): LabeledFieldValue[] {
  const { t } = translations
  return [
    [t('fields.name'), draft.name],
    [t('fields.cooldownDays'), draft.cooldownDays],
    [t('fields.changeHours'), draft.changeHours],
    [t('fields.priority'), t(`priorities.${draft.priority}`)],
    ...THANKS_BANDS.map(
      (band): LabeledFieldValue => [t(`thanksAfter.${band}`), describeEnding(draft.thanks[band], draft)],
    ),
    [t('hiddenFields.title'), draft.fields.map((field) => describeField(field, t)).join('\n')],
    ...describeSurveyContent(draft, translations),
  ]
}

function describeField({ id, signed }: SurveyDraft['fields'][number], t: Translations['t']): string {
  return signed ? `${id} · ${t('hiddenFields.signed')}` : id
}

/** Describes what a version of a survey keeps. */
export function describeSurveyContent(draft: SurveyDraft, { t, common }: Translations): LabeledFieldValue[] {
  const join = (texts: Texts) => joinWordings(texts, draft)

  function describeCondition({ source, ...condition }: ConditionDraft, all: readonly QuestionDraft[]): string {
    const { operator, bands, answers, min, max } = condition
    if (source === SCORE_SOURCE) return `${t('scoreSource')}: ${bands.map((band) => t(`bands.${band}`)).join(', ')}`
    const question = all.find(({ ref }) => ref === source)
    const texts = answers.map((answer) => {
      if (answer === 'yes' || answer === 'no') return common(answer)
      const option = question?.options.find(({ ref }) => ref === answer)
      return option ? join(option.label) : answer
    })
    const values = operator === 'range' ? `${min} – ${max}` : operator === 'in' ? texts.join(', ') : ''
    return `${question ? join(question.text) : ''} ${t(`operators.${operator}`)} ${values}`
  }

  function describeRule({ match, conditions }: RuleDraft, all: readonly QuestionDraft[]): string {
    return [t(`matches.${match}`), ...conditions.map((condition) => describeCondition(condition, all))].join(' · ')
  }

  function describeJump({ rule, to, ending }: JumpDraft, { questions, endings }: SurveyDraft): string {
    const target = questions.find(({ ref }) => ref === to)
    const end = endings.find(({ ref }) => ref === ending)
    const name = target ? join(target.text) : t('surveyEnd')
    const place = to === SURVEY_END && end ? describeEnding(end, draft) : name
    return `${t('jumpTo')} ${place} · ${describeRule(rule, questions)}`
  }

  function describeQuestion(question: QuestionDraft, survey: SurveyDraft): string {
    const { text, description, type, required, options, showIf, jumps } = question
    const lines = [
      join(text),
      join(description),
      t(`questionTypes.${type}`),
      required ? t('required') : '',
      question.shuffle ? t('shuffle') : '',
      ...describeTypeFields(question, join),
      ...[...question.rows, ...options].map(({ label }) => `– ${join(label)}`),
      showIf.match === 'always' ? '' : describeRule(showIf, survey.questions),
      ...jumps.map((jump) => describeJump(jump, survey)),
    ]
    return lines.filter(Boolean).join('\n')
  }

  return [
    ...draft.questions.map(
      (question, index): LabeledFieldValue => [t('question', { number: index + 1 }), describeQuestion(question, draft)],
    ),
    [t('fields.layout'), t(`layouts.${draft.layout}`)],
    [t('fields.endings'), draft.endings.map((ending) => describeEnding(ending, draft)).join('\n')],
  ]
}

function describeTypeFields({ min, max, wordings }: QuestionDraft, join: (texts: Texts) => string): string[] {
  return [[min, max].filter(Boolean).join(' – '), ...TYPE_WORDINGS.map((name) => join(wordings[name]))]
}

function describeEnding({ title, text, buttonLabel, buttonUrl, redirectUrl }: ThanksDraft, draft: SurveyDraft): string {
  const [titles, texts, button] = [title, text, buttonLabel].map((one) => joinWordings(one, draft))
  const words = [titles, texts].filter(Boolean).join(': ')
  return [words, button, buttonUrl, redirectUrl].filter(Boolean).join(' · ')
}

/** In each language of the survey, the organization's first. */
function joinWordings(texts: Texts, draft: SurveyDraft): string {
  const wordings = listLanguages(draft).map((language) => texts[language].trim())
  return [...new Set(wordings)].filter(Boolean).join(' / ')
}
