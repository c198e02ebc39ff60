/*
 * For surveys whose texts repeat an earlier answer: shows in them what is answered now, in the words of server/responses/recall-values.ts.
 * Without it they show the answer that the service knew, or their fallback.
 */
import { readFormAnswer, walkQuestions } from './survey-logic.js'
import { listValues } from './survey-rules.js'

const MAX_CHARACTERS = 200

function update() {
  const form = document.querySelector('form[data-logic]')
  const recalls = form?.querySelectorAll('[data-recall]') ?? []
  if (recalls.length === 0) return
  const texts = listTexts(form)
  for (const element of recalls) {
    const text = texts.get(element.dataset.recall) || element.dataset.fallback
    if (element.textContent !== text) element.textContent = text
  }
}

/** By the ids of the questions that are asked and answered. */
function listTexts(form) {
  const logic = JSON.parse(form.dataset.logic)
  const fields = new FormData(form)
  const texts = new Map()
  walkQuestions(logic, (question) => {
    const value = readFormAnswer(question, listValues(fields, question.id))
    const text = value === undefined ? '' : describe(form.querySelector(`#q${logic.indexOf(question)}`), value)
    texts.set(question.id, shorten(text.replace(/\s+/g, ' ').trim()))
    return value
  })
  return texts
}

function describe(question, value) {
  const language = document.documentElement.lang === 'en' ? 'en-GB' : document.documentElement.lang
  if (question.querySelector('[data-scale], textarea')) return String(value)
  if (question.querySelector('.number'))
    return value.toLocaleString(language, { maximumFractionDigits: 10, useGrouping: 'min2' })
  if (question.querySelector('[type=date]'))
    return new Date(`${value}T00:00:00Z`).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' })
  return listLabels(question).join(', ')
}

function listLabels(question) {
  const places = [...question.querySelectorAll('.places li')].filter((row) => row.querySelector('select').value !== '')
  if (places.length > 0)
    return places
      .sort((a, b) => a.querySelector('select').value - b.querySelector('select').value)
      .map((row) => row.querySelector('label').textContent)
  const otherText = question.querySelector('.other')?.value.trim()
  const chosen = [...question.querySelectorAll('input:checked, select option:checked')]
  return chosen.sort(inOrderOfSurvey).map((control) => {
    if ('other' in control.dataset && otherText) return otherText
    const row = control.closest('.rows fieldset')?.querySelector('legend').textContent
    const label = control.getAttribute('aria-label') ?? (control.closest('label') ?? control).textContent
    return row === undefined ? label : `${row}: ${label}`
  })
}

/** Shuffled options keep the number that ends their id. */
function inOrderOfSurvey(a, b) {
  const [first, second] = [a, b].map(({ id }) => Number(id.split('-').at(-1)))
  return first - second
}

function shorten(text) {
  const characters = Array.from(text)
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : text
}

document.addEventListener('input', update)
// A browser may have restored what was typed.
addEventListener('pageshow', update)
update()
