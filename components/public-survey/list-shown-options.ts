import type { QuestionFieldProps } from './question-field-props'
import { shuffleOptions } from './shuffle-options'

/** In the order in which they are shown; the index is that of the survey, which control ids are made of. */
export function listShownOptions({
  question: { options = [], shuffle },
  seed,
}: Pick<QuestionFieldProps, 'question' | 'seed'>) {
  const order = shuffle ? shuffleOptions(options, seed) : [...options.keys()]
  return order.flatMap((optionIndex) => {
    const option = options[optionIndex]
    return option ? [{ ...option, optionIndex }] : []
  })
}
