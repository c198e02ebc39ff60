import type { ListName } from '@/server/views/schema'

/* A column is shown unless it is optional. A cookie lists the columns that a member has switched to the other state. */

const YEAR_SECONDS = 31_536_000

const cookieName = (list: ListName) => `columns-${list}`

export function serializeToggledColumnsCookie(list: ListName, toggled: readonly string[]): string {
  const maxAgeSeconds = toggled.length > 0 ? YEAR_SECONDS : 0
  return `${cookieName(list)}=${toggled.join('.')}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax`
}

export function readToggledColumns(
  cookies: { get: (name: string) => { value: string } | undefined },
  list: ListName,
): string[] {
  return cookies.get(cookieName(list))?.value.split('.').filter(Boolean) ?? []
}

export function isColumnVisible(
  { key, isOptional = false }: { key: string; isOptional?: boolean | undefined },
  toggled: readonly string[],
): boolean {
  return toggled.includes(key) === isOptional
}
