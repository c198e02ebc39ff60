import { trpc } from '../trpc'
import type { RecordCollection } from './record-collections'

const MAX_OPTIONS = 20

export const RECORD_API = {
  locations: trpc.locations,
  employees: trpc.employees,
  companies: trpc.contactOrganizations,
} as const satisfies Record<RecordCollection, unknown>

export async function findRecords(collection: RecordCollection, search: string, excludedId?: string) {
  const { data } = await RECORD_API[collection].browse.query({ search, sort: 'name', page: 1, limit: MAX_OPTIONS })
  return data.filter(({ id }) => id !== excludedId).map(({ id, name }) => ({ value: id, label: name }))
}
