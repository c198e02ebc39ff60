import type { ListName } from '@/server/views/schema'

const YEAR_SECONDS = 31_536_000

const cookieName = (list: ListName) => `columns-${list}`

export function serializeHiddenColumnsCookie(list: ListName, hidden: readonly string[]): string {
  const maxAgeSeconds = hidden.length > 0 ? YEAR_SECONDS : 0
  return `${cookieName(list)}=${hidden.join('.')}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax`
}

export function readHiddenColumns(
  cookies: { get: (name: string) => { value: string } | undefined },
  list: ListName,
): string[] {
  return cookies.get(cookieName(list))?.value.split('.').filter(Boolean) ?? []
}
