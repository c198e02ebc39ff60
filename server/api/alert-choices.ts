import { api } from './caller'

type Named = { id: string; name: string }

/** What a rule of alerts may name, for the pages that show one: by name, the latest hundred surveys. */
export async function readAlertChoices(): Promise<{ surveys: Named[]; locations: Named[]; people: Named[] }> {
  const caller = await api('admin')
  const [{ data: surveys }, { data: locations }, { data: members }] = await Promise.all([
    caller.surveys.list({ page: 1, limit: 100 }),
    caller.locations.names(),
    caller.members.list(),
  ])
  return {
    surveys: surveys.map(({ id, name }) => ({ id, name })),
    locations: locations.map(({ id, name }) => ({ id, name })),
    people: members.map(({ userId, name }) => ({ id: userId, name })),
  }
}
