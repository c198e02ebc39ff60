import { formatCell, isBlankCell, type TableRow } from './table-row'

/** First heading of a SurveyMonkey export, the only common file with a second row of headings below it. */
const RESPONDENT_ID = /^(?:respondent\s*id|id (?:de|du) r[ée]pondant|identifiant (?:de|du) r[ée]pondant)$/i

/** Whether `row` continues the headings: the parts and choices of a question (`Name`, `Email Address`, `Open-Ended Response`). */
export function readsAsSubheadings(heading: TableRow, row: TableRow): boolean {
  return RESPONDENT_ID.test(formatCell(heading.cells[0] ?? '').trim()) && isBlankCell(row.cells[0])
}

/** SurveyMonkey's word below a question that has one column. */
const SINGLE_ANSWER = /^(?:open-ended response|response|r[ée]ponse(?: ouverte)?)$/i

/**
 * Joins a question with its parts: the question stands above its first column only. `Contact information`, `` over `Name`, `Email Address`
 * becomes `Contact information: Name`, `Contact information: Email Address`.
 */
export function mergeSubheadings(headings: readonly string[], subheadings: readonly string[]): string[] {
  let question = ''
  return Array.from({ length: Math.max(headings.length, subheadings.length) }, (_, column) => {
    question = headings[column] || question
    const part = subheadings[column] ?? ''
    if (part === '') return headings[column] ?? ''
    return SINGLE_ANSWER.test(part) ? question : `${question}: ${part}`
  })
}
