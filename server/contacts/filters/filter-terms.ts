import { DAY_MS, now } from '../../clock'
import { toInterval } from '../../validation/schema'
import { type PropertyCondition, parsePropertyCondition } from './constants'
import { listDatePrefixes, listNumberPrefixes } from './range-prefixes'
import type { ContactFilter } from './schema'

type TimeColumn = 'created_at' | 'last_surveyed_at' | 'last_answered_at'

/** A part of a day at either end of a range of days, which lexemes cannot tell. */
export type TimeBound = { column: TimeColumn; from?: Date; before?: Date }

/**
 * @property terms tsquery for contact_activity.terms; empty without a condition
 * @property bounds further conditions, if a range does not consist of whole UTC days
 */
export type FilterQuery = { terms: string; bounds: TimeBound[] }

export type ResolvedContactFilter = Omit<ContactFilter, 'location_id' | 'contact_organization_id'> & {
  locationIds?: readonly string[]
  companyIds?: readonly string[]
}

/** Fields by the letter of their lexemes (contact_filter_terms.sql). `any` is in every contact, `key` in those that have the custom field. */
const KINDS = {
  any: 'a',
  location: 'l',
  company: 'o',
  tag: 't',
  language: 'g',
  unsubscribed: 'u',
  bounced: 'd',
  band: 'b',
  rating: 'r',
  created: 'c',
  surveyed: 'k',
  answered: 'w',
  key: 'h',
  text: 'p',
  number: 'n',
} as const
type Kind = keyof typeof KINDS

/** Builds tsqueries of the lexemes of one organization. */
class TermBuilder {
  readonly #organization: string

  constructor(organizationId: string) {
    this.#organization = organizationId.slice(-8)
  }

  is(kind: Kind, value = '', isPrefix = false): string {
    const lexeme = `${this.#organization}${KINDS[kind]}${value}`
    return `'${lexeme.replace(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`
  }

  isOneOf(kind: Kind, values: readonly string[], isPrefix = false): string {
    return values.length === 0 ? not(this.is('any')) : anyOf(values.map((value) => this.is(kind, value, isPrefix)))
  }

  startsWithOneOf(kind: Kind, prefixes: readonly string[]): string {
    return this.isOneOf(kind, prefixes, true)
  }

  withinDays(kind: Kind, days: number): string {
    return this.startsWithOneOf(kind, listDatePrefixes(toDay(new Date(now().getTime() - (days - 1) * DAY_MS))))
  }
}

const not = (term: string) => `!${term}`
const anyOf = (terms: readonly string[]) => (terms.length === 1 ? `${terms[0]}` : `(${terms.join(' | ')})`)
const when = <T>(value: T | undefined, term: (value: T) => string) => (value === undefined ? [] : [term(value)])

/** Builds the query for the lexemes of `contact_filter_terms`. @param foldCase of the database (`fold_case`), for texts of custom fields */
export async function buildFilterQuery(
  organizationId: string,
  filter: ResolvedContactFilter,
  foldCase: (texts: readonly string[]) => Promise<string[]>,
): Promise<FilterQuery> {
  const builder = new TermBuilder(organizationId)
  const conditions = (filter.property ?? []).flatMap((text) => parsePropertyCondition(text) ?? [])
  const folded = await foldCase(conditions.map(({ value }) => Array.from(value).slice(0, 100).join('')))
  const times = [
    timeRange(builder, 'created', 'created_at', filter.start_date, filter.end_date),
    timeRange(builder, 'surveyed', 'last_surveyed_at', filter.surveyed_start_date, filter.surveyed_end_date),
    timeRange(builder, 'answered', 'last_answered_at', filter.answered_start_date, filter.answered_end_date),
  ]
  const terms = [
    ...listFieldTerms(builder, filter),
    ...listActivityTerms(builder, filter),
    ...times.flatMap(({ term }) => term ?? []),
    ...conditions.map((condition, index) => propertyTerm(builder, condition, folded[index] ?? '')),
  ]
  // A query of negations alone would read the whole index.
  const needsBase = terms.length > 0 && terms.every((term) => term.startsWith('!'))
  return {
    terms: [...(needsBase ? [builder.is('any')] : []), ...terms].join(' & '),
    bounds: times.flatMap(({ bound }) => bound ?? []),
  }
}

/** Contacts that match all of the queries. */
export function combineQueries(queries: readonly FilterQuery[]): FilterQuery {
  const terms = queries.map((query) => query.terms).filter(Boolean)
  return { terms: terms.join(' & '), bounds: queries.flatMap(({ bounds }) => bounds) }
}

function listFieldTerms(builder: TermBuilder, filter: ResolvedContactFilter): string[] {
  return [
    ...when(filter.locationIds, (ids) => builder.isOneOf('location', ids)),
    ...when(filter.companyIds, (ids) => builder.isOneOf('company', ids)),
    ...when(filter.tag, (tag) => builder.is('tag', tag)),
    ...when(filter.without_tag, (tag) => not(builder.is('tag', tag))),
    ...when(filter.preferred_language, (language) => builder.is('language', language === 'none' ? '-' : language)),
    ...when(filter.unsubscribed, (is) => builder.is('unsubscribed', is ? '1' : '0')),
    ...when(filter.deliverability, (is) => builder.is('bounced', is === 'bounced' ? '1' : '0')),
    ...when(filter.added_days, (days) => builder.withinDays('created', days)),
  ]
}

function listActivityTerms(builder: TermBuilder, filter: ResolvedContactFilter): string[] {
  const { rating_min: least = 0, rating_max: most = 10 } = filter
  const ratings = Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => String(least + index))
  const isRated = filter.rating_min !== undefined || filter.rating_max !== undefined
  const ever = (kind: Kind) => (has: boolean) => (has ? not(builder.is(kind, '-')) : builder.is(kind, '-'))
  return [
    ...when(filter.band, (band) => builder.is('band', band)),
    ...(isRated ? [builder.isOneOf('rating', ratings)] : []),
    ...when(filter.surveyed, ever('surveyed')),
    ...when(filter.surveyed_days, (days) => builder.withinDays('surveyed', days)),
    ...when(filter.not_surveyed_days, (days) => not(builder.withinDays('surveyed', days))),
    ...when(filter.answered, ever('answered')),
    ...when(filter.answered_days, (days) => builder.withinDays('answered', days)),
    ...when(filter.not_answered_days, (days) => not(builder.withinDays('answered', days))),
  ]
}

function timeRange(
  builder: TermBuilder,
  kind: Kind,
  column: TimeColumn,
  start: string | undefined,
  end: string | undefined,
): { term?: string; bound?: TimeBound } {
  if (start === undefined && end === undefined) return {}
  const { from, before } = toInterval(start, end)
  const prefixes = listDatePrefixes(from && toDay(from), before && toDay(new Date(before.getTime() - 1)))
  const term = builder.startsWithOneOf(kind, prefixes)
  if (!isWithinDay(from) && !isWithinDay(before)) return { term }
  return { term, bound: { column, ...(from ? { from } : {}), ...(before ? { before } : {}) } }
}

function propertyTerm(builder: TermBuilder, { key, operator, value }: PropertyCondition, text: string): string {
  if (operator === 'isSet') return builder.is('key', key)
  if (operator === 'isNotSet') return not(builder.is('key', key))
  const number = toNumber(value)
  const numbers = (from?: number, to?: number) => listNumberPrefixes(from, to).map((prefix) => `${key}=${prefix}`)
  if (operator === 'is' || operator === 'isNot') {
    const asNumber = number === null ? [] : [builder.startsWithOneOf('number', numbers(number, number))]
    const equal = anyOf([builder.is('text', `${key}=${text}`), ...asNumber])
    return operator === 'is' ? equal : not(equal)
  }
  const isFrom = operator === 'atLeast'
  if (number !== null) return builder.startsWithOneOf('number', isFrom ? numbers(number) : numbers(undefined, number))
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? value.replaceAll('-', '') : null
  const days = day === null ? [] : isFrom ? listDatePrefixes(day) : listDatePrefixes(undefined, day)
  return builder.startsWithOneOf(
    'text',
    days.map((prefix) => `${key}=${withDashes(prefix)}`),
  )
}

function toDay(at: Date): string {
  return at.toISOString().slice(0, 10).replaceAll('-', '')
}

function isWithinDay(at: Date | undefined): boolean {
  return at !== undefined && at.getTime() % DAY_MS !== 0
}

function toNumber(text: string): number | null {
  const number = /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** The start of YYYYMMDD as the start of YYYY-MM-DD. */
function withDashes(day: string): string {
  return day.replace(/^(\d{4})/, '$1-').replace(/^(\d{4}-\d\d)/, '$1-')
}
