/** @jsxImportSource preact */
import { pickTranslation, toCell } from '@/server/surveys/constants'
import { answerControlId } from './conditional-question-css'
import { partName } from './field-name'
import type { QuestionFieldProps } from './question-field-props'

/** A group of radio buttons for each row. */
export function Matrix({ question, index, language, values, fault }: QuestionFieldProps) {
  const { rows = [], options = [] } = question
  return (
    <div class="answers rows">
      {rows.map((row, rowIndex) => (
        <fieldset key={row.id} aria-describedby={fault && `q${index}-fault`}>
          <legend dir="auto">{pickTranslation(row.label, language)}</legend>
          <div class="cells">
            {options.map((column, columnIndex) => {
              const cell = toCell(row.id, column.id)
              return (
                // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its text is in the span
                <label key={cell} class="pick">
                  <input
                    id={answerControlId(index, rowIndex * options.length + columnIndex)}
                    type="radio"
                    name={partName(question, row)}
                    value={column.id}
                    checked={values.includes(cell)}
                    {...(fault ? { 'aria-invalid': true } : {})}
                  />
                  <span>
                    <bdi>{pickTranslation(column.label, language)}</bdi>
                  </span>
                </label>
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
