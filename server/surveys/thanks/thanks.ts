import type { Ending } from '../logic/schema'
import { findEnding, type StoredAnswer } from '../logic/survey-logic'
import type { Question, ScoreBand } from '../schema'
import type { BandThanks, Thanks } from './schema'

type Destination = Pick<BandThanks, 'button' | 'redirectUrl'>

/** What a survey shows after it was sent. A title or text that is undefined is the usual one. */
export type ThanksPage = { title?: Ending['title']; text?: Ending['title'] | null } & Destination

/** @property mayRedirect sending the form may lead to another site */
export type ThanksPages = { endings: Ending[]; thanks: Thanks; mayRedirect: boolean }

export function presentThanksPages(row: { endings: unknown; thanks: unknown }): ThanksPages {
  const endings = asStoredEndings(row.endings)
  const thanks = asStoredThanks(row.thanks)
  return { endings, thanks, mayRedirect: [...endings, ...Object.values(thanks)].some((page) => page?.redirectUrl) }
}

export function asStoredEndings(json: unknown): Ending[] {
  return json as Ending[]
}

export function asStoredThanks(json: unknown): Thanks {
  return json as Thanks
}

/** Where the browser goes in place of the page of thanks. Null while that page offers review links, which everyone is to see. */
export function chooseRedirectUrl({ redirectUrl }: ThanksPage, reviewLinks: readonly unknown[]): string | null {
  return reviewLinks.length > 0 ? null : (redirectUrl ?? null)
}

/** Without what is null or has no effect. */
export function normalizeThanks(thanks: Thanks): Thanks {
  const bands = Object.entries(thanks).map(([band, fields]) => [band, fields && omitUnset(fields)] as const)
  return Object.fromEntries(bands.filter(([, fields]) => fields && Object.keys(fields).length > 0))
}

export function omitUnset<T extends object>(fields: T): { [K in keyof T]: NonNullable<T[K]> } {
  const set = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(set) as { [K in keyof T]: NonNullable<T[K]> }
}

/** The ending that a jump led to, else the thanks of the band. */
export function chooseThanks(
  survey: Pick<ThanksPages, 'endings' | 'thanks'> & { questions: readonly Question[] },
  band: ScoreBand | null,
  answers: readonly StoredAnswer[],
): ThanksPage {
  const ending = findEnding(survey, answers)
  return ending ? { text: null, ...ending } : omitUnset(survey.thanks[band ?? 'plain'] ?? {})
}
