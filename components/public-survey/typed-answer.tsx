/** @jsxImportSource preact */
import { COMMENT_MAX_CHARACTERS } from '@/server/responses/constants'
import { pickTranslation } from '@/server/surveys/constants'
import { fieldName } from './field-name'
import type { QuestionFieldProps } from './question-field-props'

type TypedAnswerProps = QuestionFieldProps & { describedBy: string }

export function TypedAnswer({ question, index, language, values, fault, describedBy }: TypedAnswerProps) {
  const common = {
    id: `q${index}-text`,
    name: fieldName(question),
    // For the selector :placeholder-shown.
    placeholder: ' ',
    'aria-required': question.required,
    'aria-invalid': fault !== undefined,
    'aria-describedby': describedBy,
  }
  const text = values.join('\n')
  if (question.type === 'text')
    return (
      <textarea class="answers" dir="auto" rows={3} maxLength={COMMENT_MAX_CHARACTERS} {...common}>
        {text.trim() === '' ? '' : text}
      </textarea>
    )
  if (question.type === 'date') return <input class="answers line" type="date" value={text} {...common} />
  return (
    <div class="answers number">
      <input class="line" type="text" inputMode="decimal" autoComplete="off" maxLength={30} value={text} {...common} />
      {question.unit !== undefined && (
        <span id={`q${index}-unit`}>
          <bdi>{pickTranslation(question.unit, language)}</bdi>
        </span>
      )}
    </div>
  )
}
