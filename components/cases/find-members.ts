import type { Option } from '../ui/controls/select'

/** Whom a case can be assigned to. */
export type Colleague = { userId: string; name: string }

/** Those with these words in their name; the page knows them all, for an organization has few. */
export function findAmong(options: readonly Option[], text: string): Option[] {
  const wanted = text.toLocaleLowerCase()
  return options.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
}
