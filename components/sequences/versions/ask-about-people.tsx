import type { ReactNode } from 'react'
import { trpc } from '@/components/trpc'
import type { PeopleUnderWay, SequenceDetail } from '@/server/sequences/schema'
import { type SequenceValues, toSequenceInput } from '../sequence-form-values'
import { MovePeopleDialog } from './move-people-dialog'

/**
 * Asks what the people under way in a sequence do, if its steps change and there are any.
 * @param sequence as it was read; undefined for a new one
 * @param show renders the dialog
 * @returns `stay` if nothing has to be asked, and null if the dialog was closed
 */
export async function askAboutPeople(
  sequence: SequenceDetail | undefined,
  toValues: (sequence: SequenceDetail) => SequenceValues,
  form: { getValues: () => SequenceValues },
  show: (dialog: ReactNode) => void,
): Promise<PeopleUnderWay | null> {
  if (!sequence || sequence.status === 'draft' || sequence.status === 'archived') return 'stay'
  const { steps } = toSequenceInput(form.getValues())
  if (JSON.stringify(toSequenceInput(toValues(sequence)).steps) === JSON.stringify(steps)) return 'stay'
  const { data: preview } = await trpc.sequences.previewMove.mutate({ id: sequence.id, steps })
  if (preview.people === 0) return 'stay'
  const choice = await new Promise<PeopleUnderWay | null>((answer) =>
    show(<MovePeopleDialog preview={preview} onChoose={answer} />),
  )
  show(null)
  return choice
}
