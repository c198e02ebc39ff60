import type { ReactNode } from 'react'
import type { UseFieldArrayReturn, UseFormReturn } from 'react-hook-form'
import type { useTranslations } from 'use-intl/react'
import { MAX_STEPS } from '@/server/sequences/constants'
import type { StepType } from '@/server/sequences/schema'
import type { Language } from '@/server/validation/schema'
import { copyStep, createEmptyStep, DAYS_BEFORE_NEW_STEP } from './new-steps'
import { RemoveForkDialog } from './remove-fork-dialog'
import { repeatsSurveyOfEarlierStep, type SequenceValues, type SurveyChoice } from './sequence-form-values'
import { canTake, countWithBranches, findAdjacentPlace, isLastStep, listMoves, type Place } from './step-places'

/* Changes of the list of steps. Loads when the list is first used. */

export { attachStepDrag } from './step-drag'

export type StepListContext = {
  form: UseFormReturn<SequenceValues>
  list: UseFieldArrayReturn<SequenceValues, 'steps'>
  surveys: readonly SurveyChoice[]
  language: Language
  t: ReturnType<typeof useTranslations<'sequences'>>
  /** Reads it out. */
  announce: (text: string) => void
  /** Shows a dialog. */
  ask: (dialog: ReactNode) => void
  /** Focuses a part of a step's card (`data-focus`) after the change. */
  focus: (target: string) => void
}

/** The part of a step's card that takes the focus after a move. */
export type MoveFocus = 'grip' | 'up' | 'down'

export function addStep(context: StepListContext, type: StepType, { before, branch }: Place): void {
  const { form, list, surveys, language, t } = context
  const steps = form.getValues('steps')
  // The first step of a sequence or branch has no delay of its own.
  const isFirst = before === 0 || (branch !== null && steps[before - 1]?.branch !== branch)
  const surveyId = surveys.length === 1 ? (surveys[0]?.id ?? '') : ''
  const step = { ...createEmptyStep(type, surveyId, isFirst ? 0 : DAYS_BEFORE_NEW_STEP, language), branch }
  const isReminder = repeatsSurveyOfEarlierStep(steps.toSpliced(before, 0, step), before)
  list.insert(before, isReminder ? { ...step, condition: 'not_answered' } : step, { shouldFocus: false })
  context.announce(t('added', { number: before + 1 }))
  context.focus(`step-${before}`)
}

export function moveStepBy(context: StepListContext, index: number, by: -1 | 1, focus: MoveFocus): void {
  const place = findAdjacentPlace(context.form.getValues('steps'), index, by)
  if (place) moveStep(context, index, place, focus)
}

export function moveStep(context: StepListContext, index: number, place: Place, focus: MoveFocus): void {
  const { form, list, t } = context
  const before = form.getValues('steps')
  const step = before[index]
  if (step === undefined || !canTake(step, place.branch)) return
  const { moves, to } = listMoves(before, index, place)
  if (to === index && step.branch === place.branch) return
  for (const [from, next] of moves) list.move(from, next)
  form.setValue(`steps.${to}.branch`, place.branch, { shouldDirty: true })
  const steps = form.getValues('steps')
  context.announce(t('moved', { number: to + 1, count: steps.length, branch: place.branch ?? 'none' }))
  // A button at the end of the list is disabled, and cannot have the focus.
  const isDisabled = (focus === 'up' && to === 0) || (focus === 'down' && isLastStep(steps, to))
  context.focus(`${isDisabled ? (focus === 'up' ? 'down' : 'up') : focus}-${to}`)
}

/** @param placeText `data-place` of a row */
export function dropStep(context: StepListContext, index: number, placeText: string): void {
  const [before, branch] = placeText.split(':')
  moveStep(
    context,
    index,
    { before: Number(before), branch: branch === 'yes' || branch === 'no' ? branch : null },
    'grip',
  )
}

export function duplicateStep({ form, list, t, announce, focus }: StepListContext, index: number): void {
  const steps = form.getValues('steps')
  const [original, ...branches] = steps.slice(index, index + countWithBranches(steps, index))
  if (original === undefined) return
  if (steps.length + 1 + branches.length > MAX_STEPS) {
    announce(t('maximumSteps', { maximum: MAX_STEPS }))
    return
  }
  const at = index + 1 + branches.length
  const copies = branches.map((step) => ({ ...structuredClone(step), stepId: '' }))
  list.insert(at, [copyStep(original, index, steps), ...copies], { shouldFocus: false })
  announce(t('duplicated', { number: at + 1 }))
  focus(`step-${at}`)
}

/** A fork with steps in its branches is removed after a question: what happens to them. */
export function removeStep(context: StepListContext, index: number): void {
  const count = countWithBranches(context.form.getValues('steps'), index) - 1
  if (count === 0) return removeWithBranches(context, index, false)
  context.ask(
    <RemoveForkDialog
      number={index + 1}
      count={count}
      onClose={() => context.ask(null)}
      onRemove={(keepsBranches) => removeWithBranches(context, index, keepsBranches)}
    />,
  )
}

/** @param keepsBranches of a fork: its steps are outside of branches from then on, instead of being removed with it */
function removeWithBranches(
  { form, list, t, announce, focus }: StepListContext,
  index: number,
  keepsBranches: boolean,
): void {
  const steps = form.getValues('steps')
  const count = countWithBranches(steps, index)
  const positions = Array.from({ length: count }, (_, offset) => index + offset)
  if (keepsBranches)
    for (const position of positions.slice(1)) form.setValue(`steps.${position}.branch`, null, { shouldDirty: true })
  const removed = keepsBranches ? [index] : positions
  list.remove(removed)
  announce(t('removed'))
  const left = steps.length - removed.length
  focus(left === 0 ? 'add' : `step-${Math.min(index, left - 1)}`)
}
