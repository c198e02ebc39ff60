import type { ReactNode } from 'react'
import { trpc } from '@/components/trpc'
import type { PeopleUnderWay, SequenceDetail } from '@/server/sequences/schema'
import { type SequenceValues, toSequenceInput } from '../sequence-form-values'
import { MovePeopleDialog } from './move-people-dialog'

type Change = { before: SequenceValues; after: SequenceValues }

/**
 * Asks what the people under way in a sequence do, if its steps change and there are any.
 * @param show renders the dialog
 * @returns `stay` if nothing has to be asked, and null if the dialog was closed
 */
export async function askAboutPeople(
  { id, status }: SequenceDetail,
  { before, after }: Change,
  show: (dialog: ReactNode) => void,
): Promise<PeopleUnderWay | null> {
  const { steps } = toSequenceInput(after)
  const isSame = JSON.stringify(toSequenceInput(before).steps) === JSON.stringify(steps)
  if (isSame || status === 'draft' || status === 'archived') return 'stay'
  const { data: preview } = await trpc.sequences.previewMove.mutate({ id, steps })
  if (preview.people === 0) return 'stay'
  const choice = await new Promise<PeopleUnderWay | null>((answer) =>
    show(<MovePeopleDialog preview={preview} onChoose={answer} />),
  )
  show(null)
  return choice
}
