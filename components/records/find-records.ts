import { trpc } from '../trpc'
import type { Option } from '../ui/controls/select'
import type { Noun } from './nouns'

const SHOWN = 20

const BROWSE = {
  locations: trpc.locations.browse,
  employees: trpc.employees.browse,
  companies: trpc.contactOrganizations.browse,
} as const satisfies Record<Noun, unknown>

export async function findRecords(noun: Noun, search: string, except?: string): Promise<Option[]> {
  const { data } = await BROWSE[noun].query({ search, sort: 'name', page: 1, limit: SHOWN })
  return data.filter(({ id }) => id !== except).map(({ id, name }) => ({ value: id, label: name }))
}
