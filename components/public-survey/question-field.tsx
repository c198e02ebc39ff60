/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { getTranslator } from '@/server/messages/message-catalogue'
import { isTyped } from '@/server/surveys/constants'
import { ConsentAnswer, Dropdown, OptionList, OtherText } from './choice-controls'
import type { QuestionFieldProps } from './question-field-props'
import { RecalledWording } from './recalled-wording'
import { Scale } from './scale-control'
import { TypedAnswer } from './typed-answer'

export function QuestionField(props: QuestionFieldProps) {
  const { question, index, fault, step } = props
  const t = getTranslator(props.language, 'survey')
  return (
    <div
      id={`q${index}`}
      class={`q${leadsPage(props) ? ' first' : ''}${fault ? ' bad' : ''}`}
      hidden={step === 'other'}
      data-required={question.required ? '' : undefined}
    >
      <Answer {...props} />
      <p class="fault" id={`q${index}-fault`} hidden={!fault}>
        <span>{fault && t(`faults.${fault}`)}</span>
      </p>
    </div>
  )
}

function Answer(props: QuestionFieldProps) {
  const { type } = props.question
  if (type === 'statement') return <Statement {...props} />
  if (type === 'consent') return <Consent {...props} />
  return isTyped(type) || type === 'dropdown' ? <LabelledAnswer {...props} /> : <GroupAnswer {...props} />
}

function Statement(props: QuestionFieldProps) {
  return (
    <>
      <Heading isFirst={leadsPage(props)}>
        <span class="ask">
          <RecalledWording {...props} text={props.question.text} />
        </span>
      </Heading>
      <Description {...props} />
    </>
  )
}

function Consent(props: QuestionFieldProps) {
  return (
    <>
      <Heading isFirst={leadsPage(props)}>
        <ConsentAnswer {...props} describedBy={describedBy(props)}>
          <QuestionText {...props} />
        </ConsentAnswer>
      </Heading>
      <Description {...props} />
    </>
  )
}

/** One control, whose label is the question. */
function LabelledAnswer(props: QuestionFieldProps) {
  const { question, index } = props
  return (
    <>
      <Heading isFirst={leadsPage(props)}>
        <label class="ask" htmlFor={`q${index}-text`}>
          <QuestionText {...props} />
        </label>
      </Heading>
      <Description {...props} />
      {question.type === 'dropdown' ? (
        <Dropdown {...props} describedBy={describedBy(props)} />
      ) : (
        <TypedAnswer {...props} describedBy={describedBy(props)} />
      )}
      <OtherText {...props} />
    </>
  )
}

function GroupAnswer(props: QuestionFieldProps) {
  return (
    <fieldset aria-describedby={describedBy(props)}>
      <legend class="ask">
        <Heading isFirst={leadsPage(props)}>
          <QuestionText {...props} />
        </Heading>
      </legend>
      <Description {...props} />
      <Scale {...props} />
      <OptionList {...props} />
      <OtherText {...props} />
    </fieldset>
  )
}

/** Each question is a heading, for screen reader navigation; the first of a page is its h1. */
function Heading({ isFirst, children }: { isFirst: boolean; children: ComponentChildren }) {
  return isFirst ? <h1 dir="auto">{children}</h1> : <h2 dir="auto">{children}</h2>
}

function leadsPage({ index, step }: QuestionFieldProps): boolean {
  return index === 0 || step !== undefined
}

function QuestionText({ question, language, recall }: QuestionFieldProps) {
  const t = getTranslator(language, 'survey')
  return (
    <>
      <RecalledWording text={question.text} language={language} recall={recall} />
      {!question.required && (
        <>
          {' '}
          <bdi class="opt">({t('optional')})</bdi>
        </>
      )}
    </>
  )
}

function Description(props: QuestionFieldProps) {
  const { description } = props.question
  const hints = listHints(props).join(' ')
  if (!description && !hints) return null
  return (
    <p class="more" id={`q${props.index}-more`} dir="auto">
      {description && <RecalledWording {...props} text={description} />}
      {description && hints && ' '}
      {hints}
    </p>
  )
}

function listHints({ question, language }: QuestionFieldProps): string[] {
  const t = getTranslator(language, 'survey')
  const { type, min, max } = question
  const limits = { min: min ?? '', max: max ?? '' }
  const hint =
    type !== 'number' || (min === undefined && max === undefined)
      ? ''
      : t(min === undefined ? 'atMost' : max === undefined ? 'atLeast' : 'range', limits)
  const several = type === 'multiple_choice' ? t('several') : type === 'ranking' ? t('places') : ''
  return [several, hint].filter(Boolean)
}

function describedBy(props: QuestionFieldProps): string {
  const { index, question } = props
  const ids = [
    (question.description || listHints(props).length > 0) && `q${index}-more`,
    question.type === 'number' && question.unit !== undefined && `q${index}-unit`,
    `q${index}-fault`,
  ]
  return ids.filter(Boolean).join(' ')
}
