import { useTranslations } from 'use-intl/react'
import type { FieldDescription } from '@/components/ui/forms/use-conflict-detection'
import type { QuestionDraft, SurveyDraft } from './survey-draft'

export function useSurveyDescription() {
  const t = useTranslations('surveys')
  const common = useTranslations('common')

  function describeAnswers(question: QuestionDraft, all: readonly QuestionDraft[]): string {
    const source = all.find(({ ref }) => ref === question.source)
    const answers = question.sourceAnswers.map((answer) => {
      if (source?.type === 'yes_no') return common(answer === 'yes' ? 'yes' : 'no')
      const option = source?.options.find(({ ref }) => ref === answer)
      return option ? joinWordings(option.label, option.labelTranslated) : answer
    })
    return `${source ? joinWordings(source.text, source.textTranslated) : ''} (${answers.join(', ')})`
  }

  function conditionLines(question: QuestionDraft, all: readonly QuestionDraft[]): string[] {
    const { condition, bands } = question
    if (condition === 'always') return []
    const scores = bands.map((band) => t(`bands.${band}`)).join(', ')
    return [t(`conditions.${condition}`), condition === 'score' ? scores : describeAnswers(question, all)]
  }

  function describeQuestion(question: QuestionDraft, all: readonly QuestionDraft[]): string {
    const { text, textTranslated, description, descriptionTranslated, type, required, options } = question
    const lines = [
      joinWordings(text, textTranslated),
      joinWordings(description, descriptionTranslated),
      t(`questionTypes.${type}`),
      required ? t('required') : '',
      ...options.map(({ label, labelTranslated }) => `– ${joinWordings(label, labelTranslated)}`),
      ...conditionLines(question, all),
    ]
    return lines.filter(Boolean).join('\n')
  }

  return ({ name, questions }: SurveyDraft): FieldDescription[] => [
    [t('fields.name'), name],
    ...questions.map(
      (question, index): FieldDescription => [
        t('question', { number: index + 1 }),
        describeQuestion(question, questions),
      ],
    ),
  ]
}

function joinWordings(first: string, second: string): string {
  return [first.trim(), second.trim()].filter(Boolean).join(' / ')
}
