const FOUND_MAX = 5
const FOUND_MAX_CHARACTERS = 1000

/** The first records that DNS holds, shortened. Control characters are replaced: one could forge what a page shows, and PostgreSQL stores no NUL. */
export function toDisplayRecords(records: readonly string[]): string[] {
  return records.slice(0, FOUND_MAX).map((record) =>
    record
      .toWellFormed()
      .replace(/\p{Cc}/gu, '\u{FFFD}')
      .slice(0, FOUND_MAX_CHARACTERS),
  )
}
