/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { getTranslator } from '@/server/messages/message-catalogue'
import { COMMENT_MAX_CHARACTERS } from '@/server/responses/constants'
import type { AnswerErrorCode } from '@/server/responses/validate-answers'
import { isScale, listAnswerValues, pickTranslation, SCALES, type ScaleQuestionType } from '@/server/surveys/constants'
import type { Question } from '@/server/surveys/schema'
import type { Language } from '@/server/validation/schema'
import { answerControlId } from './conditional-question-css'

export type QuestionFieldProps = {
  question: Question
  index: number
  language: Language
  values: readonly string[]
  fault: AnswerErrorCode | undefined
  /** With one question on a page: whether it is the one. */
  step?: 'current' | 'other'
}

export function QuestionField(props: QuestionFieldProps) {
  const { question, index, fault, step } = props
  const t = getTranslator(props.language, 'survey')
  return (
    <div
      id={`q${index}`}
      class={`q${index === 0 || step ? ' first' : ''}${fault ? ' bad' : ''}`}
      hidden={step === 'other'}
      data-required={question.required ? '' : undefined}
    >
      {question.type === 'text' ? <TextAnswer {...props} /> : <ChoiceAnswer {...props} />}
      <p class="fault" id={`q${index}-fault`} hidden={!fault}>
        <span>{fault && t(`faults.${fault}`)}</span>
      </p>
    </div>
  )
}

function TextAnswer({ question, index, language, values, fault, step }: QuestionFieldProps) {
  const isFirst = index === 0 || step !== undefined
  return (
    <>
      <Heading isFirst={isFirst}>
        <label class="ask" htmlFor={`q${index}-text`}>
          <QuestionText question={question} language={language} />
        </label>
      </Heading>
      <Description question={question} index={index} language={language} />
      <textarea
        class="answers"
        dir="auto"
        id={`q${index}-text`}
        name={fieldName(question)}
        // For the selector :placeholder-shown.
        placeholder=" "
        rows={3}
        maxLength={COMMENT_MAX_CHARACTERS}
        aria-required={question.required}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy(question, index)}
      >
        {values.join('\n').trim() === '' ? '' : values.join('\n')}
      </textarea>
    </>
  )
}

function ChoiceAnswer(props: QuestionFieldProps) {
  const { question, index, language, step } = props
  return (
    <fieldset aria-describedby={describedBy(question, index)}>
      <legend class="ask">
        <Heading isFirst={index === 0 || step !== undefined}>
          <QuestionText question={question} language={language} />
        </Heading>
      </legend>
      <Description question={question} index={index} language={language} />
      {isScale(question.type) ? <Scale {...props} type={question.type} /> : <Choices {...props} />}
    </fieldset>
  )
}

function Scale({ type, ...props }: QuestionFieldProps & { type: ScaleQuestionType }) {
  const t = getTranslator(props.language, 'survey')
  const { min, max } = SCALES[type]
  const ends = { low: t(`ends.${type}.low`), high: t(`ends.${type}.high`) }
  const valueLabel = (value: number) => {
    const plain = type === 'rating' ? t('stars', { count: value }) : String(value)
    if (value === min) return `${plain}, ${ends.low}`
    return value === max ? `${plain}, ${ends.high}` : plain
  }
  return (
    <div class="answers" data-scale={`${min}-${max}`}>
      <div class={`scale ${type}`}>
        {listAnswerValues(props.question).map((value, optionIndex) => (
          <OptionInput
            key={optionIndex}
            {...props}
            optionIndex={optionIndex}
            value={String(value)}
            label={valueLabel(Number(value))}
          >
            {type === 'rating' ? '★' : String(value)}
          </OptionInput>
        ))}
      </div>
      {/* Already part of the first and last answers' labels. */}
      <div class="ends" aria-hidden="true">
        <span>
          <b>{min}</b> {ends.low}
        </span>
        <span>
          <b>{max}</b> {ends.high}
        </span>
      </div>
    </div>
  )
}

function Choices(props: QuestionFieldProps) {
  const { question, language } = props
  const t = getTranslator(language, 'survey')
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
  return (
    <div class="answers list">
      {question.options?.map(({ id, label }, optionIndex) => (
        <OptionInput key={id} {...props} optionIndex={optionIndex} value={id}>
          <bdi>{pickTranslation(label, language)}</bdi>
        </OptionInput>
      ))}
    </div>
  )
}

type OptionInputProps = QuestionFieldProps & {
  optionIndex: number
  value: string
  label?: string
  children: ComponentChildren
}

function OptionInput({ question, index, values, fault, optionIndex, value, label, children }: OptionInputProps) {
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
      />
      <span aria-hidden={label === undefined ? undefined : 'true'}>{children}</span>
    </label>
  )
}

/** Each question is a heading, for screen reader navigation; the first of a page is its h1. */
function Heading({ isFirst, children }: { isFirst: boolean; children: ComponentChildren }) {
  return isFirst ? <h1 dir="auto">{children}</h1> : <h2 dir="auto">{children}</h2>
}

function QuestionText({ question, language }: { question: Question; language: Language }) {
  const t = getTranslator(language, 'survey')
  return (
    <>
      {pickTranslation(question.text, language)}
      {!question.required && (
        <>
          {' '}
          <bdi class="opt">({t('optional')})</bdi>
        </>
      )}
    </>
  )
}

function Description({ question, index, language }: { question: Question; index: number; language: Language }) {
  const t = getTranslator(language, 'survey')
  const parts = [
    question.description && pickTranslation(question.description, language),
    question.type === 'multiple_choice' && t('several'),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <p class="more" id={`q${index}-more`} dir="auto">
      {parts.join(' ')}
    </p>
  )
}

function describedBy(question: Question, index: number): string {
  const isDescribed = question.description !== undefined || question.type === 'multiple_choice'
  return isDescribed ? `q${index}-more q${index}-fault` : `q${index}-fault`
}

function fieldName({ id }: Question): string {
  return `q.${id}`
}
