'use client'

import { Plus } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { MAX_CONDITIONS } from '@/server/surveys/constants'
import { ConditionRow } from './condition-row'
import type { ConditionDraft, QuestionDraft, RuleDraft, SurveyDraft } from './draft-types'
import { ALWAYS, createConditionDraft, RULE_MATCHES } from './rule-draft'

export type RuleFieldsProps = {
  form: UseFormReturn<SurveyDraft>
  name: `questions.${number}.showIf` | `questions.${number}.jumps.${number}.rule`
  /** Where the service reports errors of the rule. */
  errorPath: string
  label: string
  rule: RuleDraft
  /** The questions that its conditions may be about. */
  sources: readonly QuestionDraft[]
}

/** Conditions, all or any of which must hold. */
export function RuleFields({ form, name, errorPath, label, rule, sources }: RuleFieldsProps) {
  const t = useTranslations('surveys')
  const { match, conditions } = rule
  const change = (next: RuleDraft) => form.setValue(name, next, { shouldDirty: true })
  const changeConditions = (next: ConditionDraft[]) => change(next.length === 0 ? ALWAYS : { match, conditions: next })
  const isEmpty = match === 'always'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field label={label} className="sm:max-w-72">
        <Select
          value={match}
          disabled={isEmpty && sources.length === 0}
          onChange={(event) => {
            const chosen = event.target.value as RuleDraft['match']
            if (chosen === 'always') return change(ALWAYS)
            change({ match: chosen, conditions: isEmpty ? [createConditionDraft()] : conditions })
          }}
          options={RULE_MATCHES.map((value) => ({ value, label: t(`matches.${value}`) }))}
        />
      </Field>
      {conditions.map((condition, index) => (
        <ConditionRow
          // Rows have no state of their own.
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity
          key={index}
          form={form}
          name={`${name}.conditions.${index}`}
          errorPath={conditions.length === 1 ? errorPath : `${errorPath}.${match}.${index}`}
          number={index + 1}
          condition={condition}
          sources={sources}
          onChange={(next) => changeConditions(conditions.with(index, next))}
          onRemove={() => changeConditions(conditions.toSpliced(index, 1))}
        />
      ))}
      {!isEmpty && conditions.length < MAX_CONDITIONS && (
        <div>
          <Button
            variant="ghost"
            size="small"
            onClick={() => changeConditions([...conditions, createConditionDraft()])}
          >
            <Plus size={14} aria-hidden />
            {t('addCondition')}
          </Button>
        </div>
      )}
    </div>
  )
}
