import { type RefObject, useRef } from 'react'

/** A field in words, by its label. */
export type Described = readonly [label: string, words: string]

/** What others may change while it stands in a form. */
export type Shared<T> = {
  /** As the service has it → as the form holds it. */
  toValues: (current: unknown) => T
  /** Every field of the form that is saved, in words: two versions that differ anywhere differ here. */
  describe: (values: T) => readonly Described[]
  /** From now on, saving changes this version and no other. */
  accept: (current: unknown) => void
}

/**
 * For a form that changes something others may change meanwhile: `asRead.current` goes along with each save, and `shared`
 * to its `Form`, which shows both versions where somebody was faster.
 * @param read the thing as the page read it.
 */
export function useShared<Current, T>(
  read: Current,
  how: { toValues: (current: Current) => T; describe: Shared<T>['describe'] },
): { asRead: RefObject<Current>; shared: Shared<T> } {
  const asRead = useRef(read)
  const shared: Shared<T> = {
    toValues: (current) => how.toValues(current as Current),
    describe: how.describe,
    accept: (current) => {
      asRead.current = current as Current
    },
  }
  return { asRead, shared }
}

export type Difference = { label: string; mine: string; theirs: string }

/** Where two versions differ, in the order of the form. */
export function findDifferences(mine: readonly Described[], theirs: readonly Described[]): Difference[] {
  const [ofMine, ofTheirs] = [new Map(mine), new Map(theirs)]
  return [...new Set([...ofMine.keys(), ...ofTheirs.keys()])]
    .map((label) => ({ label, mine: ofMine.get(label) ?? '', theirs: ofTheirs.get(label) ?? '' }))
    .filter((difference) => difference.mine !== difference.theirs)
}
