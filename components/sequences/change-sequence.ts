import { toCopyName } from '@/components/to-copy-name'
import { trpc } from '@/components/trpc'
import type { SequenceStatus } from '@/server/sequences/schema'

/* Loads with the first action on a sequence. */

type StatusChange = { before: SequenceStatus; next: SequenceStatus; activeSendings: number }

/** @returns what undoes it; archiving stops enrolments irreversibly */
export async function changeSequenceStatus(id: string, { before, next, activeSendings }: StatusChange) {
  await trpc.sequences.setStatus.mutate({ id, status: next })
  if (next === 'archived' && activeSendings > 0) return undefined
  return async () => trpc.sequences.setStatus.mutate({ id, status: before })
}

export async function deleteSequence(id: string): Promise<void> {
  await trpc.sequences.delete.mutate({ id })
}

/** @returns the id of the copy */
export async function duplicateSequence(id: string, name: string, suffix: string): Promise<string> {
  const { data } = await trpc.sequences.duplicate.mutate({ id, name: toCopyName(name, suffix) })
  return data.id
}
