/** @jsxImportSource preact */
import { getTranslator } from '@/server/messages/message-catalogue'
import { findScale, isScale, listAnswerValues, pickTranslation } from '@/server/surveys/constants'
import { FaceIcon } from './answer-icons'
import { OptionInput } from './option-input'
import type { QuestionFieldProps } from './question-field-props'

export function Scale(props: QuestionFieldProps) {
  const { question } = props
  const scale = findScale(question)
  if (!scale) return null
  const t = getTranslator(props.language, 'survey')
  const { type } = question
  const { min, max } = scale
  const ends = findEnds(props)
  const valueLabel = (value: number) => {
    const plain = type === 'rating' ? t('stars', { count: value }) : String(value)
    const end = value === min ? ends.low : value === max ? ends.high : ''
    return end ? `${plain}, ${end}` : plain
  }
  const sign = (value: number) =>
    type === 'rating' ? '★' : type === 'smileys' ? <FaceIcon level={value - min} /> : String(value)
  return (
    <div class="answers" data-scale={`${min}-${max}`}>
      <div class={`scale ${type === 'scale' ? 'own' : type}`}>
        {listAnswerValues(question).map((value, optionIndex) => (
          <OptionInput
            key={optionIndex}
            {...props}
            optionIndex={optionIndex}
            value={String(value)}
            label={valueLabel(Number(value))}
          >
            {sign(Number(value))}
          </OptionInput>
        ))}
      </div>
      {/* Already part of the first and last answers' labels. */}
      {(ends.low || ends.high) && (
        <div class="ends" aria-hidden="true">
          <span>
            <b>{min}</b> <bdi>{ends.low}</bdi>
          </span>
          <span>
            <b>{max}</b> <bdi>{ends.high}</bdi>
          </span>
        </div>
      )}
    </div>
  )
}

function findEnds({ question: { type, ends = {} }, language }: QuestionFieldProps) {
  const t = getTranslator(language, 'survey')
  const find = (end: 'low' | 'high') => {
    const words = ends[end]
    if (words) return pickTranslation(words, language)
    return isScale(type) ? t(`ends.${type}.${end}`) : ''
  }
  return { low: find('low'), high: find('high') }
}
