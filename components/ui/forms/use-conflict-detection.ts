import { type RefObject, useRef } from 'react'

export type LabeledFieldValue = readonly [label: string, words: string]

export type ConflictDetection<T> = {
  /** Stored record → form values. */
  toValues: (current: unknown) => T
  /** All saved fields as text: versions that differ anywhere must differ here. */
  describe: (values: T) => readonly LabeledFieldValue[] | Promise<readonly LabeledFieldValue[]>
  /** Makes this the base version of the next save. */
  setBaseline: (current: unknown) => void
}

/**
 * For forms on concurrently editable records: send `baseline.current` with each save, and pass `conflictDetection` to `Form`, which shows
 * both versions on a conflict.
 * @param initial the record as rendered.
 */
export function useConflictDetection<Current, T>(
  initial: Current,
  options: { toValues: (current: Current) => T; describe: ConflictDetection<T>['describe'] },
): { baseline: RefObject<Current>; conflictDetection: ConflictDetection<T> } {
  const baseline = useRef(initial)
  const conflictDetection: ConflictDetection<T> = {
    toValues: (current) => options.toValues(current as Current),
    describe: options.describe,
    setBaseline: (current) => {
      baseline.current = current as Current
    },
  }
  return { baseline, conflictDetection }
}

export type FieldDifference = { label: string; mine: string; theirs: string }

export function diffFields(
  mine: readonly LabeledFieldValue[],
  theirs: readonly LabeledFieldValue[],
): FieldDifference[] {
  const [mineByLabel, theirsByLabel] = [new Map(mine), new Map(theirs)]
  return [...new Set([...mineByLabel.keys(), ...theirsByLabel.keys()])]
    .map((label) => ({ label, mine: mineByLabel.get(label) ?? '', theirs: theirsByLabel.get(label) ?? '' }))
    .filter((difference) => difference.mine !== difference.theirs)
}
