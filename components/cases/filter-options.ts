import type { Option } from '../ui/controls/select'

export type AssignableMember = { userId: string; name: string }

/** Filters by name on the client; an organization has few members. */
export function filterOptions(options: readonly Option[], text: string): Option[] {
  const query = text.toLocaleLowerCase()
  return options.filter(({ label }) => label.toLocaleLowerCase().includes(query))
}
