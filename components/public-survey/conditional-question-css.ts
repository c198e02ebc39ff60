import { conditionHolds, type LogicCondition, type LogicQuestion, type LogicRule } from '@/public/survey-logic.js'
import { isTyped, listAnswerValues, SURVEY_END } from '@/server/surveys/constants'
import type { Question } from '@/server/surveys/schema'

/*
 * Hides questions that are not asked, without JavaScript: the rules of public/survey-logic.js as selectors. What a selector cannot say, such
 * as whether a number is in a range, or could say only at great length, counts as possible: the question is shown. Browsers without `:has`
 * show every question. The server drops answers to questions that are not asked.
 */

/** A suffix for the selector of the form; true if it always holds, false if never. */
type Selector = string | boolean

const MAX_SELECTOR_CHARACTERS = 1000
const MAX_CSS_CHARACTERS = 12_000

/** @property isExact whether the style sheet alone shows exactly the questions that are asked */
export function conditionalQuestionCss(
  questions: readonly Question[],
  logic: readonly LogicQuestion[],
): { css: string; isExact: boolean } {
  const selectors = new SelectorBuilder(questions, logic)
  let css = ''
  let isExact = true
  for (const index of logic.keys()) {
    const shown = selectors.askedSelector(index, 'possible')
    isExact &&= shown === selectors.askedSelector(index, 'certain')
    const rule = shown === true ? '' : `${shown === false ? '' : `form:not(${shown}) `}#q${index}{display:none}`
    if (css.length + rule.length > MAX_CSS_CHARACTERS) isExact = false
    else css += rule
  }
  return { css: css && `@supports selector(:has(*)){${css}}`, isExact }
}

/** Element id of one answer's control; numbers only, so it is safe in a selector. */
export function answerControlId(index: number, answer: number): string {
  return `q${index}-${answer}`
}

type Bound = 'possible' | 'certain'

class SelectorBuilder {
  readonly #cache = new Map<string, Selector>()
  readonly #ruleCaches = { possible: new Map<LogicRule, Selector>(), certain: new Map<LogicRule, Selector>() }
  readonly #indexes: ReadonlyMap<string, number>
  readonly questions: readonly Question[]
  readonly logic: readonly LogicQuestion[]

  constructor(questions: readonly Question[], logic: readonly LogicQuestion[]) {
    this.questions = questions
    this.logic = logic
    this.#indexes = new Map(logic.map(({ id }, index) => [id, index]))
  }

  /** Selects the form if the question is asked, or may be. */
  askedSelector(index: number, bound: Bound): Selector {
    const key = `${bound} ${index}`
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached
    const { showIf } = this.logic[index] as LogicQuestion
    const selector = allOf([
      showIf ? this.#ruleSelector(showIf, bound) : true,
      ...[...this.logic.keys()]
        .slice(0, index)
        .map((earlier) => negate(this.#jumpSelector(earlier, index, opposite(bound)))),
    ])
    const limited = limitLength(selector, bound)
    this.#cache.set(key, limited)
    return limited
  }

  /** A jump of the earlier question over the later one. */
  #jumpSelector(earlier: number, over: number, bound: Bound): Selector {
    const { next = [] } = this.logic[earlier] as LogicQuestion
    // From the last jump to the first: each applies if those before it do not.
    const jumps = next.reduceRight<Selector>((otherwise, { rule, to }) => {
      const holds = rule ? this.#ruleSelector(rule, bound) : true
      const fails = rule ? negate(this.#ruleSelector(rule, opposite(bound))) : false
      const isOver = to === SURVEY_END || (this.#indexes.get(to) ?? 0) > over
      return isOver ? anyOf([holds, allOf([fails, otherwise])]) : allOf([fails, otherwise])
    }, false)
    return jumps === false ? false : limitLength(allOf([this.askedSelector(earlier, bound), jumps]), bound)
  }

  #ruleSelector(rule: LogicRule, bound: Bound): Selector {
    const cached = this.#ruleCaches[bound].get(rule)
    if (cached !== undefined) return cached
    const selectors = rule.conditions.map((condition) => this.#conditionSelector(condition, bound))
    const selector = limitLength(rule.every ? allOf(selectors) : anyOf(selectors), bound)
    this.#ruleCaches[bound].set(rule, selector)
    return selector
  }

  #conditionSelector(condition: LogicCondition, bound: Bound): Selector {
    const index = this.#indexes.get(condition.question)
    const question = index === undefined ? undefined : this.questions[index]
    if (index === undefined || !question) return false
    const isNegative = 'answered' in condition && !condition.answered
    const answerBound = isNegative ? opposite(bound) : bound
    const picked = allOf([
      this.askedSelector(index, answerBound),
      answerSelector(condition, question, index) ?? answerBound === 'possible',
    ])
    return isNegative ? negate(picked) : picked
  }
}

/** @returns null for what no selector says */
function answerSelector(condition: LogicCondition, question: Question, index: number): Selector | null {
  if (isTyped(question.type))
    return 'answered' in condition && question.type !== 'date' ? `:has(#q${index}-text:not(:placeholder-shown))` : null
  if (question.type === 'ranking') return `:has(#q${index} option:not([value=""]):checked)`
  const values = listAnswerValues(question)
  const positive = 'answered' in condition ? { ...condition, answered: true } : condition
  const picked = values.flatMap((value, answer) =>
    conditionHolds(positive, value) ? [`#${answerControlId(index, answer)}`] : [],
  )
  if (picked.length === 0) return false
  // A list also has a checked option while nothing is chosen.
  if (picked.length === values.length && values.length > 1 && question.type !== 'dropdown')
    return `:has(#q${index} :checked)`
  return `:has(${picked.length === 1 ? picked.join() : `:is(${picked.join()})`}:checked)`
}

function opposite(bound: Bound): Bound {
  return bound === 'possible' ? 'certain' : 'possible'
}

function limitLength(selector: Selector, bound: Bound): Selector {
  const isTooLong = typeof selector === 'string' && selector.length > MAX_SELECTOR_CHARACTERS
  return isTooLong ? bound === 'possible' : selector
}

function allOf(selectors: readonly Selector[]): Selector {
  if (selectors.includes(false)) return false
  return [...new Set(selectors.filter((selector) => selector !== true))].join('') || true
}

function anyOf(selectors: readonly Selector[]): Selector {
  if (selectors.includes(true)) return true
  const parts = [...new Set(selectors.filter((selector) => selector !== false))]
  if (parts.length === 0) return false
  return parts.length === 1 ? (parts[0] ?? false) : `:is(${parts.join()})`
}

function negate(selector: Selector): Selector {
  return typeof selector === 'string' ? `:not(${selector})` : !selector
}
