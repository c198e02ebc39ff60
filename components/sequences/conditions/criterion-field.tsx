import type { ReactNode } from 'react'
import { Field } from '@/components/ui/forms/field'
import type { StepCriterion } from '@/server/sequences/conditions/schema'
import type { SurveyChoice } from '../sequence-form-values'
import type { ConditionNames } from './load-condition-names'

/** @property path of the criterion in the form @property names null while they load */
export type CriterionRowProps<Criterion = StepCriterion> = {
  criterion: Criterion
  onChange: (criterion: Criterion) => void
  path: string
  errorOf: (path: string) => string | undefined
  surveys: readonly SurveyChoice[]
  earlierSurveyIds: readonly string[]
  names: ConditionNames | null
}

type CriterionFieldProps = Pick<CriterionRowProps, 'path' | 'errorOf'> & {
  /** That errors name; absent if it has none. */
  field?: string
  label: string
  help?: string
  children: ReactNode
}

/** A control whose label is for screen readers only, with the errors of its value. */
export function CriterionField({ path, field, errorOf, label, help, children }: CriterionFieldProps) {
  const name = field === undefined ? undefined : `${path}.${field}`
  return (
    <div data-field={name}>
      <Field label={label} hideLabel error={name && errorOf(name)} {...(help ? { help } : {})}>
        {children}
      </Field>
    </div>
  )
}
