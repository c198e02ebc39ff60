/*
 * For surveys whose style sheet alone cannot follow their rules, and for those with one question on a page. survey.js loads it; without it
 * all questions that may be asked are shown, and each step is a request.
 */
import { readFormAnswer, walkQuestions } from './survey-logic.js'

/** Shows the questions that are asked, or names the buttons of the step. Called after each change. */
export function applyRules(form) {
  if (!form?.dataset.logic) return
  const path = listAsked(form)
  if (form.elements._at) return nameButtons(form, path, shownStep(form))
  for (const [index, question] of listQuestions(form).entries()) question.hidden = !path.includes(index)
}

export function goBack(form) {
  const path = listAsked(form)
  showStep(form, path, path[path.indexOf(shownStep(form)) - 1] ?? path[0])
}

/** False on the last question: then the form is to be submitted. */
export function goForward(form) {
  const path = listAsked(form)
  const next = path[path.indexOf(shownStep(form)) + 1]
  if (next !== undefined) showStep(form, path, next)
  return next !== undefined
}

const listQuestions = (form) => [...form.querySelectorAll('.q')]
const shownStep = (form) => listQuestions(form).findIndex(({ hidden }) => !hidden)
const readLogic = (form) => JSON.parse(form.dataset.logic)

/** By their place in the form. */
function listAsked(form) {
  const logic = readLogic(form)
  const fields = new FormData(form)
  const { questions } = walkQuestions(logic, (question) => readFormAnswer(question, listValues(fields, question.id)))
  return questions.map((question) => logic.indexOf(question))
}

/** A row of a matrix and an option of a ranking have a field each. */
export function listValues(fields, id) {
  const prefix = `q.${id}:`
  return [...fields].flatMap(([name, value]) => {
    if (name === `q.${id}`) return [value]
    return name.startsWith(prefix) && value !== '' ? [`${name.slice(prefix.length)}:${value}`] : []
  })
}

function nameButtons(form, path, index) {
  const [next, back] = form.querySelectorAll('[name=_step]')
  next.textContent = path.at(-1) === index ? next.dataset.send : next.dataset.next
  back.hidden = path[0] === index
  const last = form.querySelector('.last')
  if (last) last.hidden = path.at(-1) !== index
}

function showStep(form, path, index) {
  for (const [other, question] of listQuestions(form).entries()) question.hidden = other !== index
  form.elements._at.value = readLogic(form)[index].id
  form.querySelector('.steps').value = index + 1
  form.querySelector('.summary')?.remove()
  nameButtons(form, path, index)
  scrollTo(0, 0)
  const heading = form.querySelector(`#q${index} h1`)
  heading.tabIndex = -1
  heading.focus()
}
