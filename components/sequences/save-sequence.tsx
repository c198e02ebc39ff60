import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { trpc } from '@/components/trpc'
import type { PeopleUnderWay, SequenceDetail } from '@/server/sequences/schema'
import { NEW_SURVEY_ID, type SequenceValues, type SurveyChoice } from './sequence-form-values'
import { toSequenceInput } from './to-sequence-input'
import { MovePeopleDialog } from './versions/move-people-dialog'

/* Loads when a sequence is saved. */

export { describeSequence } from './describe-sequence'
export { validateSequence } from './find-sequence-form-errors'

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

/** Creates the survey of a template before its sequence. If the sequence is then refused, the next attempt finds the survey chosen. */
export async function createNewSurvey(
  form: UseFormReturn<SequenceValues>,
  surveys: readonly SurveyChoice[],
  onCreated: (surveys: readonly SurveyChoice[]) => void,
): Promise<void> {
  const unsaved = surveys.find(({ id }) => id === NEW_SURVEY_ID)?.unsaved
  const indexes = form.getValues('steps').flatMap(({ surveyId }, index) => (surveyId === NEW_SURVEY_ID ? index : []))
  if (!unsaved || indexes.length === 0) return
  const { data: created } = await trpc.surveys.create.mutate(unsaved)
  onCreated(surveys.map((choice) => (choice.id === NEW_SURVEY_ID ? { id: created.id, name: created.name } : choice)))
  for (const index of indexes) form.setValue(`steps.${index}.surveyId`, created.id)
}

type SaveOptions = { isActivating: boolean; peopleUnderWay: PeopleUnderWay }

/** @param sequence as it was read; undefined for a new one */
export async function saveSequence(
  values: SequenceValues,
  sequence: SequenceDetail | undefined,
  { isActivating, peopleUnderWay }: SaveOptions,
): Promise<SequenceDetail> {
  const { id, status: _status, ...asRead } = sequence ?? {}
  const { data: saved } = await trpc.sequences.save.mutate({
    ...toSequenceInput(values),
    peopleUnderWay,
    ...(id === undefined ? {} : { id, asRead }),
    ...(isActivating ? { status: 'active' } : {}),
  })
  return saved
}
