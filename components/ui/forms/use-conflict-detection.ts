import { type RefObject, useRef } from 'react'

export type Described = readonly [label: string, words: string]

export type Shared<T> = {
  /** Stored record → form values. */
  toValues: (current: unknown) => T
  /** All saved fields as text: versions that differ anywhere must differ here. */
  describe: (values: T) => readonly Described[]
  /** Makes this the base version of the next save. */
  accept: (current: unknown) => void
}

/**
 * For forms on concurrently editable records: send `baseline.current` with each save, and pass `conflictDetection` to `Form`, which shows
 * both versions on a conflict.
 * @param initial the record as rendered.
 */
export function useShared<Current, T>(
  initial: Current,
  options: { toValues: (current: Current) => T; describe: Shared<T>['describe'] },
): { asRead: RefObject<Current>; shared: Shared<T> } {
  const asRead = useRef(initial)
  const shared: Shared<T> = {
    toValues: (current) => options.toValues(current as Current),
    describe: options.describe,
    accept: (current) => {
      asRead.current = current as Current
    },
  }
  return { asRead, shared }
}

export type Difference = { label: string; mine: string; theirs: string }

export function findDifferences(mine: readonly Described[], theirs: readonly Described[]): Difference[] {
  const [mineByLabel, theirsByLabel] = [new Map(mine), new Map(theirs)]
  return [...new Set([...mineByLabel.keys(), ...theirsByLabel.keys()])]
    .map((label) => ({ label, mine: mineByLabel.get(label) ?? '', theirs: theirsByLabel.get(label) ?? '' }))
    .filter((difference) => difference.mine !== difference.theirs)
}
