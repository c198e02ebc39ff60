/** @jsxImportSource preact */
import { pickTranslation } from '@/server/surveys/constants'
import { parseWording, type RecallValues, readRecalledQuestionId } from '@/server/surveys/recall/wording'
import type { Language, LocalizedText } from '@/server/validation/schema'

type RecalledWordingProps = { text: LocalizedText; language: Language; recall: RecallValues }

/** A text of a question with its placeholders filled. public/survey-recall.js changes those of answers while the person answers. */
export function RecalledWording({ text, language, recall }: RecalledWordingProps) {
  return (
    <>
      {parseWording(pickTranslation(text, language)).map((part, index) => {
        if (typeof part === 'string') return part
        const { name, fallback } = part
        const value = recall.get(name) || fallback
        const questionId = readRecalledQuestionId(name)
        if (questionId === null) return value
        return (
          <bdi key={index} data-recall={questionId} data-fallback={fallback}>
            {value}
          </bdi>
        )
      })}
    </>
  )
}
