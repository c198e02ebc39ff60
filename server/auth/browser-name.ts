import { parse } from 'bowser'

/** What people call a browser and its system, out of what it says of itself: `Firefox, Windows`. Null where it says neither. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === '') return null
  const { browser, os } = parse(userAgent)
  const name = [browser.name, os.name].filter(Boolean).join(', ')
  return name === '' ? null : name
}
