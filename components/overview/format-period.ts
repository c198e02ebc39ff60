/** Localized date range: "1–30 Oct 2026". */
export function formatPeriod({ from, to }: { from: string; to: string }, locale: string): string {
  const tag = locale === 'en' ? 'en-GB' : locale
  const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}
