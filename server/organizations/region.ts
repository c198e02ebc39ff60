import { getCountries } from 'libphonenumber-js/min'
import { type Language, TimeZone } from '../fields/schema'
import { knownTimeZone } from '../time-zones'

export type BrowserRegion = { timeZone?: string | undefined; acceptLanguage?: string | null }

/** Settings of a new organization. Absent ones keep the column defaults. */
export type RegionSettings = { defaultLanguage?: Language; timeZone?: string; defaultCountry?: string }

/**
 * Guesses the settings of a new organization. The country is derived from the time zone, because many browsers outside the United States
 * use `en-US`; without a time zone, from the first language with a region.
 */
export async function guessRegion(
  language: Language | undefined,
  { timeZone, acceptLanguage }: BrowserRegion,
): Promise<RegionSettings> {
  const zone = TimeZone.safeParse(timeZone).data
  const ofZone = zone === undefined ? [] : countriesOf(zone)
  const ofLanguages = regionsIn(acceptLanguage ?? '')
  const country = ofLanguages.find((region) => ofZone.includes(region)) ?? ofZone[0] ?? ofLanguages[0]
  const zones = zone === undefined && country !== undefined ? zonesOf(country) : []
  const found = zone ?? (zones.length === 1 ? zones[0] : undefined)
  return {
    ...(language === undefined ? {} : { defaultLanguage: language }),
    ...(found === undefined ? {} : { timeZone: await knownTimeZone(found) }),
    ...(country === undefined ? {} : { defaultCountry: country }),
  }
}

const HEADER_MAX_CHARACTERS = 1000
const LANGUAGE_WITH_REGION = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})$/i

function regionsIn(header: string): string[] {
  const known = new Set<string>(getCountries())
  return header
    .slice(0, HEADER_MAX_CHARACTERS)
    .split(',')
    .flatMap((range) => LANGUAGE_WITH_REGION.exec(range.split(';')[0]?.trim() ?? '')?.[1]?.toUpperCase() ?? [])
    .filter((region) => known.has(region))
}

function countriesOf(timeZone: string): readonly string[] {
  const { timeZone: canonical } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
  const countries = countriesByZone()
  return countries.get(timeZone) ?? countries.get(canonical) ?? []
}

let byZone: ReadonlyMap<string, string[]> | undefined

function countriesByZone(): ReadonlyMap<string, string[]> {
  if (byZone) return byZone
  const found = new Map<string, string[]>()
  for (const country of getCountries())
    for (const zone of zonesOf(country)) found.set(zone, [...(found.get(zone) ?? []), country])
  byZone = found
  return found
}

/** A property in Node 20, a method in later versions. */
type LocaleWithZones = { timeZones?: string[]; getTimeZones?: () => string[] | undefined }

function zonesOf(country: string): string[] {
  const locale: LocaleWithZones = new Intl.Locale('und', { region: country })
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}
