/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { answerControlId } from './conditional-question-css'
import { fieldName } from './field-name'
import type { QuestionFieldProps } from './question-field-props'

type OptionInputProps = QuestionFieldProps & {
  optionIndex: number
  value: string
  label?: string
  isOther?: boolean
  children: ComponentChildren
}

export function OptionInput(props: OptionInputProps) {
  const { question, index, values, fault, optionIndex, value, label, isOther, children } = props
  return (
    <label class="pick">
      <input
        id={answerControlId(index, optionIndex)}
        type={question.type === 'multiple_choice' ? 'checkbox' : 'radio'}
        name={fieldName(question)}
        value={value}
        checked={values.includes(value)}
        aria-label={label}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault && `q${index}-fault`}
        data-other={isOther ? '' : undefined}
      />
      <span aria-hidden={label === undefined ? undefined : 'true'}>{children}</span>
    </label>
  )
}
