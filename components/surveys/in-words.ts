import { useTranslations } from 'use-intl/react'
import type { Described } from '@/components/ui/forms/shared'
import type { QuestionDraft, SurveyDraft } from './draft'

export function useDescription() {
  const t = useTranslations('surveys')
  const common = useTranslations('common')

  function optionLines({ options }: QuestionDraft): string[] {
    return options.map(({ label, labelTranslated }) => `– ${bothWordings(label, labelTranslated)}`)
  }

  function answerWords(question: QuestionDraft, all: readonly QuestionDraft[]): string[] {
    const source = all.find(({ ref }) => ref === question.source)
    const answers = question.sourceAnswers.map((answer) => {
      if (source?.type === 'yes_no') return common(answer === 'yes' ? 'yes' : 'no')
      const option = source?.options.find(({ ref }) => ref === answer)
      return option ? bothWordings(option.label, option.labelTranslated) : answer
    })
    return [`${source ? bothWordings(source.text, source.textTranslated) : ''} (${answers.join(', ')})`]
  }

  function conditionLines(question: QuestionDraft, all: readonly QuestionDraft[]): string[] {
    const { condition, bands } = question
    if (condition === 'always') return []
    const which = condition === 'score' ? bands.map((band) => t(`bands.${band}`)) : answerWords(question, all)
    return [t(`conditions.${condition}`), which.join(', ')]
  }

  function questionWords(question: QuestionDraft, all: readonly QuestionDraft[]): string {
    const { text, textTranslated, description, descriptionTranslated, type, required } = question
    const lines = [
      bothWordings(text, textTranslated),
      bothWordings(description, descriptionTranslated),
      t(`questionTypes.${type}`),
      required ? t('required') : '',
      ...optionLines(question),
      ...conditionLines(question, all),
    ]
    return lines.filter(Boolean).join('\n')
  }

  return ({ name, questions }: SurveyDraft): Described[] => [
    [t('fields.name'), name],
    ...questions.map(
      (question, at): Described => [t('question', { number: at + 1 }), questionWords(question, questions)],
    ),
  ]
}

function bothWordings(first: string, second: string): string {
  return [first.trim(), second.trim()].filter(Boolean).join(' / ')
}
