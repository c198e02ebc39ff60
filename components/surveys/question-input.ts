import { findScale, hasOptions } from '@/server/surveys/constants'
import type { QuestionInput } from '@/server/surveys/schema'
import type { ToText } from './draft-texts'
import { type OptionDraft, type QuestionDraft, TYPE_WORDINGS } from './draft-types'
import { type IdentifiedQuestion, toJumpInput, toRuleInput } from './rule-input'

export function toQuestionInput(
  { question, id, optionIds, rowIds }: IdentifiedQuestion,
  all: readonly IdentifiedQuestion[],
  { toText, endingIds }: { toText: ToText; endingIds: ReadonlyMap<string, string> },
): QuestionInput {
  const { type, required, jumps } = question
  const description = toText(question.description)
  const showIf = toRuleInput(question.showIf, all)
  const toItem = ({ ref, label }: OptionDraft, ids: ReadonlyMap<string, string>) => ({
    id: ids.get(ref) ?? '',
    label: toText(label),
  })
  return {
    id,
    type,
    text: toText(question.text),
    ...(description === '' ? {} : { description }),
    required,
    ...(hasOptions(type)
      ? {
          options: question.options.map((option) => ({
            ...toItem(option, optionIds),
            ...(option.isOther ? { other: true } : {}),
          })),
        }
      : {}),
    ...(type === 'matrix' ? { rows: question.rows.map((row) => toItem(row, rowIds)) } : {}),
    ...toTypeFields(question, toText),
    ...(showIf ? { showIf } : {}),
    ...(jumps.length === 0 ? {} : { next: jumps.map((jump) => toJumpInput(jump, all, endingIds)) }),
  }
}

/** The fields that the type has. */
function toTypeFields({ type, min, max, shuffle, wordings }: QuestionDraft, toText: ToText): Partial<QuestionInput> {
  const hasLimits = type === 'scale' || type === 'number'
  const [unit, low, high] = TYPE_WORDINGS.map((name) => toText(wordings[name]))
  const hasEnds = findScale({ type }) !== null && (low || high)
  return {
    ...(hasLimits && min !== '' ? { min: Number(min) } : {}),
    ...(hasLimits && max !== '' ? { max: Number(max) } : {}),
    ...(type === 'number' && unit ? { unit } : {}),
    ...(hasEnds ? { ends: { ...(low ? { low } : {}), ...(high ? { high } : {}) } } : {}),
    ...(hasOptions(type) && type !== 'matrix' && shuffle ? { shuffle } : {}),
  }
}
