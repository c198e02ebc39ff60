import type { FormAnswers } from '../../responses/validate-answers'
import { listAnswerValues } from '../constants'
import type { Question } from '../schema'

/*
 * Evaluates the style sheet of conditional questions as a browser would, for tests: `form:not(…) #q1{display:none}`, where … consists of
 * :has, :is and :not. e2e/survey-logic.spec.ts compares it with Chromium.
 */

export function listShownByCss(css: string, questions: readonly Question[], form: FormAnswers): string[] {
  const hidden = [...css.matchAll(/(?:form(.+?) )?#q(\d+)\{display:none\}/g)]
    .filter(([, selector]) => selector === undefined || new Selector(selector, questions, form).matches())
    .map(([, , index]) => Number(index))
  return questions.filter((_, index) => !hidden.includes(index)).map(({ id }) => id)
}

/** A recursive descent over a compound selector of the form. */
class Selector {
  #position = 0
  readonly #text: string
  readonly #questions: readonly Question[]
  readonly #form: FormAnswers

  constructor(text: string, questions: readonly Question[], form: FormAnswers) {
    this.#text = text
    this.#questions = questions
    this.#form = form
  }

  matches(): boolean {
    const result = this.#compound()
    if (this.#position !== this.#text.length) throw new Error(`unread: ${this.#text.slice(this.#position)}`)
    return result
  }

  #compound(): boolean {
    let result = true
    while (this.#text[this.#position] === ':') result = this.#pseudoClass() && result
    return result
  }

  #pseudoClass(): boolean {
    if (this.#accept(':not(')) return !this.#list()
    if (this.#accept(':is(')) return this.#list()
    if (!this.#accept(':has(')) throw new Error(`unknown: ${this.#text.slice(this.#position)}`)
    const end = this.#text.indexOf(':checked)', this.#position)
    const placeholder = /^#q(\d+)-text:not\(:placeholder-shown\)\)/.exec(this.#text.slice(this.#position))
    if (placeholder) {
      this.#position += placeholder[0].length
      return (this.#form.get(`q${placeholder[1]}`)?.length ?? 0) > 0
    }
    const ranking = /^#q(\d+) option:not\(\[value=""\]\):checked\)/.exec(this.#text.slice(this.#position))
    if (ranking) {
      this.#position += ranking[0].length
      return (this.#form.get(`q${ranking[1]}`)?.length ?? 0) > 0
    }
    const controls = this.#text.slice(this.#position, end)
    this.#position = end + ':checked)'.length
    const whole = /^#q(\d+) $/.exec(controls)
    if (whole) return (this.#form.get(`q${whole[1]}`)?.length ?? 0) > 0
    return [...controls.matchAll(/#q(\d+)-(\d+)/g)].some(([, index, answer]) =>
      this.#isChecked(Number(index), Number(answer)),
    )
  }

  #isChecked(index: number, answer: number): boolean {
    const question = this.#questions[index]
    const value = question && listAnswerValues(question)[answer]
    const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
    return this.#form.get(`q${index}`)?.includes(text) ?? false
  }

  #list(): boolean {
    let result = this.#compound()
    while (this.#accept(',')) result = this.#compound() || result
    if (!this.#accept(')')) throw new Error(`no end: ${this.#text.slice(this.#position)}`)
    return result
  }

  #accept(text: string): boolean {
    if (!this.#text.startsWith(text, this.#position)) return false
    this.#position += text.length
    return true
  }
}
