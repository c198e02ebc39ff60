/** @jsxImportSource preact */
import { pickTranslation } from '@/server/surveys/constants'
import { partName } from './field-name'
import { listShownOptions } from './list-shown-options'
import type { QuestionFieldProps } from './question-field-props'

/** A list of places for each option. */
export function Ranking(props: QuestionFieldProps) {
  const { question, index, language, values, fault } = props
  const options = listShownOptions(props)
  return (
    <ul class="answers places">
      {options.map((option) => {
        const id = `q${index}-place-${option.optionIndex}`
        return (
          <li key={option.id}>
            <label htmlFor={id} dir="auto">
              {pickTranslation(option.label, language)}
            </label>
            <select
              class="line"
              id={id}
              name={partName(question, option)}
              aria-required={question.required}
              aria-invalid={fault !== undefined}
              aria-describedby={fault && `q${index}-fault`}
            >
              <option value="">–</option>
              {options.map((_, place) => (
                <option key={place} value={place + 1} selected={values.includes(`${option.id}:${place + 1}`)}>
                  {place + 1}
                </option>
              ))}
            </select>
          </li>
        )
      })}
    </ul>
  )
}
