import type { Option } from '../ui/controls/select'

/** Every time zone by its IANA name, UTC first; `current` is among them even where this runtime does not list it. */
export function timeZones(current: string | null = null): Option[] {
  const names = new Set(['UTC', ...(current === null ? [] : [current]), ...Intl.supportedValuesOf('timeZone')])
  return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}
