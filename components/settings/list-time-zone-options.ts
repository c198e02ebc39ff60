import type { Option } from '../ui/controls/select'

/** Deprecated IANA names that runtimes still list → current names. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** IANA time zones with their current offset, UTC first. Includes `current` even if it is deprecated or unknown to this runtime. */
export function listTimeZoneOptions(current: string | null = null, at = new Date()): Option[] {
  const listed = Intl.supportedValuesOf('timeZone').map((name) => CURRENT_NAMES[name] ?? name)
  const names = new Set(['UTC', ...(current === null ? [] : [current]), ...listed.toSorted()])
  return [...names].map((name) => {
    const offset = formatOffset(name, at)
    return { value: name, label: `${name.replaceAll('_', ' ')}${offset === '' ? '' : ` (${offset})`}` }
  })
}

/** "UTC+1"; empty for UTC and for zones unknown to this runtime. */
function formatOffset(timeZone: string, at: Date): string {
  if (timeZone === 'UTC') return ''
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)
    return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC')
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}
