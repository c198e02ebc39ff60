import { parse } from 'bowser'

export function describeUserAgent(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === '') return null
  const { browser, os } = parse(userAgent)
  const name = [browser.name, os.name].filter(Boolean).join(', ')
  return name === '' ? null : name
}
