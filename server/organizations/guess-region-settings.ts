import { getCountries } from 'libphonenumber-js/min'
import { resolveTimeZone } from '../time-zones'
import { type Language, TimeZone } from '../validation/schema'

/**
 * Guesses the settings of a new organization. The country is derived from the time zone, because many browsers outside the United States
 * use `en-US`; without a time zone, from the first language with a region.
 */
export async function guessRegionSettings(
  language: Language | undefined,
  { timeZone, acceptLanguage }: { timeZone?: string | undefined; acceptLanguage?: string | null },
) {
  const zone = TimeZone.safeParse(timeZone).data
  const zoneCountries = zone === undefined ? [] : listZoneCountries(zone)
  const languageCountries = parseLanguageRegions(acceptLanguage ?? '')
  const country =
    languageCountries.find((region) => zoneCountries.includes(region)) ?? zoneCountries[0] ?? languageCountries[0]
  const zones = zone === undefined && country !== undefined ? listCountryZones(country) : []
  const chosenZone = zone ?? (zones.length === 1 ? zones[0] : undefined)
  return {
    ...(language === undefined ? {} : { defaultLanguage: language }),
    ...(chosenZone === undefined ? {} : { timeZone: await resolveTimeZone(chosenZone) }),
    ...(country === undefined ? {} : { defaultCountry: country }),
  }
}

const HEADER_MAX_CHARACTERS = 1000
const LANGUAGE_WITH_REGION = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})$/i

function parseLanguageRegions(header: string): string[] {
  const known = new Set<string>(getCountries())
  return header
    .slice(0, HEADER_MAX_CHARACTERS)
    .split(',')
    .flatMap((range) => LANGUAGE_WITH_REGION.exec(range.split(';')[0]?.trim() ?? '')?.[1]?.toUpperCase() ?? [])
    .filter((region) => known.has(region))
}

function listZoneCountries(timeZone: string): readonly string[] {
  const { timeZone: canonical } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
  countriesByZone ??= groupCountriesByZone()
  return countriesByZone.get(timeZone) ?? countriesByZone.get(canonical) ?? []
}

let countriesByZone: ReadonlyMap<string, string[]> | undefined

function groupCountriesByZone(): ReadonlyMap<string, string[]> {
  const countries = new Map<string, string[]>()
  for (const country of getCountries())
    for (const zone of listCountryZones(country)) countries.set(zone, [...(countries.get(zone) ?? []), country])
  return countries
}

type LocaleWithZones = { timeZones?: string[]; getTimeZones?: () => string[] | undefined }

/** The time zones of a country (ISO 3166-1 alpha-2), of the ICU data of Node.js. */
export function listCountryZones(country: string): string[] {
  const locale: LocaleWithZones = new Intl.Locale('und', { region: country })
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}
