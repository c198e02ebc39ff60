/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { getTranslator } from '@/server/messages/message-catalogue'
import { COMMENT_MAX_CHARACTERS } from '@/server/responses/constants'
import { findScale, pickTranslation } from '@/server/surveys/constants'
import { ThumbIcon } from './answer-icons'
import { answerControlId } from './conditional-question-css'
import { fieldName, otherTextName } from './field-name'
import { listShownOptions } from './list-shown-options'
import { Matrix } from './matrix-control'
import { OptionInput } from './option-input'
import type { QuestionFieldProps } from './question-field-props'
import { Ranking } from './ranking-control'

export function OptionList(props: QuestionFieldProps) {
  const { question, language } = props
  const t = getTranslator(language, 'survey')
  if (findScale(question)) return null
  if (question.type === 'matrix') return <Matrix {...props} />
  if (question.type === 'ranking') return <Ranking {...props} />
  if (question.type === 'yes_no')
    return (
      <div class="answers list two">
        {(['yes', 'no'] as const).map((answer, optionIndex) => (
          <OptionInput key={answer} {...props} optionIndex={optionIndex} value={answer}>
            {t(answer)}
          </OptionInput>
        ))}
      </div>
    )
  if (question.type === 'thumbs')
    return (
      <div class="answers scale thumbs">
        <OptionInput {...props} optionIndex={0} value="yes" label={t('thumbsUp')}>
          <ThumbIcon isUp />
        </OptionInput>
        <OptionInput {...props} optionIndex={1} value="no" label={t('thumbsDown')}>
          <ThumbIcon isUp={false} />
        </OptionInput>
      </div>
    )
  return (
    <div class="answers list">
      {listShownOptions(props).map(({ id, label, other, optionIndex }) => (
        <OptionInput key={id} {...props} optionIndex={optionIndex} value={id} isOther={other === true}>
          <bdi>{pickTranslation(label, language)}</bdi>
        </OptionInput>
      ))}
    </div>
  )
}

export function Dropdown(props: QuestionFieldProps & { describedBy: string }) {
  const { question, index, language, values, fault, describedBy } = props
  const t = getTranslator(language, 'survey')
  return (
    <select
      class="answers line"
      id={`q${index}-text`}
      name={fieldName(question)}
      aria-required={question.required}
      aria-invalid={fault !== undefined}
      aria-describedby={describedBy}
    >
      <option value="">{t('choose')}</option>
      {listShownOptions(props).map(({ id, label, other, optionIndex }) => (
        <option
          key={id}
          id={answerControlId(index, optionIndex)}
          value={id}
          selected={values.includes(id)}
          data-other={other ? '' : undefined}
        >
          {pickTranslation(label, language)}
        </option>
      ))}
    </select>
  )
}

/** Shown while “other” is chosen, where CSS supports it. */
export function OtherText({ question, language, otherText }: QuestionFieldProps) {
  const other = question.options?.find((option) => option.other)
  if (!other) return null
  const t = getTranslator(language, 'survey')
  return (
    <input
      class="line other"
      type="text"
      dir="auto"
      name={otherTextName(question)}
      maxLength={COMMENT_MAX_CHARACTERS}
      value={otherText}
      aria-label={t('otherText', { option: pickTranslation(other.label, language) })}
    />
  )
}

type ConsentAnswerProps = QuestionFieldProps & { describedBy: string; children: ComponentChildren }

export function ConsentAnswer({ question, index, values, fault, describedBy, children }: ConsentAnswerProps) {
  return (
    <span class="list">
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its text is children */}
      <label class="pick">
        <input
          id={answerControlId(index, 0)}
          type="checkbox"
          name={fieldName(question)}
          value="yes"
          checked={values.includes('yes')}
          aria-required={question.required}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={describedBy}
        />
        <span>
          <bdi>{children}</bdi>
        </span>
      </label>
    </span>
  )
}
