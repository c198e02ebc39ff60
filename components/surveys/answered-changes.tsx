import type { UseFormReturn } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { Callout } from '@/components/ui/content/callout'
import { Button } from '@/components/ui/controls/button'
import { pickTranslation } from '@/server/surveys/constants'
import type { Question } from '@/server/surveys/schema'
import type { SurveyDraft } from './draft-types'
import { type AnsweredChange, listAnsweredChanges, makeNewQuestionId } from './list-answered-changes'
import { toSurveyInput } from './survey-input'

type AnsweredChangesProps = {
  form: UseFormReturn<SurveyDraft>
  draft: SurveyDraft
  before: readonly Question[]
  responses: number
  /** By question id. */
  answers: Readonly<Record<string, number>>
  saving: boolean
  onSaveAsCopy: () => void
}

/** Says, before a survey with responses is saved, what that does to the results of changed questions. */
export function AnsweredChanges(props: AnsweredChangesProps) {
  const { form, draft, before, responses: count, answers, saving, onSaveAsCopy } = props
  const t = useTranslations('surveys.answered')
  const { questions } = toSurveyInput(draft)
  const changes = listAnsweredChanges(before, questions, answers)
  if (changes.length === 0) return null
  const askAsNew = ({ question, index }: AnsweredChange) => {
    if (index === null) return
    form.setValue(`questions.${index}.id`, makeNewQuestionId(question.id, { questions, answers }), {
      shouldDirty: true,
    })
  }
  // The score of a survey has one trend, whatever its words.
  const isScore = ({ question }: AnsweredChange) => question.type === draft.type
  return (
    <Callout tone="neutral" title={t('title', { count })}>
      <ul className="grid gap-2">
        {changes.map((change) => (
          <li key={change.question.id} className="grid justify-items-start gap-1.5">
            <ChangeSentences change={change} isScore={isScore(change)} />
            {change.index !== null && !isScore(change) && (
              <Button size="small" variant="ghost" onClick={() => askAsNew(change)}>
                {t('asNew')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p>{t('copyHelp')}</p>
      <div className="pt-1.5">
        <Button size="small" pending={saving} onClick={onSaveAsCopy}>
          {t('copy')}
        </Button>
      </div>
    </Callout>
  )
}

function ChangeSentences({ change, isScore }: { change: AnsweredChange; isScore: boolean }) {
  const t = useTranslations('surveys.answered')
  const locale = useLocale()
  const text = pickTranslation(change.question.text, locale)
  return change.changes.map((kind) => (
    <p key={kind} className="wrap-anywhere">
      {t(isScore && kind === 'reworded' ? 'scoreReworded' : kind, { text, count: change.answers })}
    </p>
  ))
}
