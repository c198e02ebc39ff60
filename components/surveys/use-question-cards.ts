import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import type { QuestionDraft } from './draft-types'

/** Which cards of questions are open. Only these have fields, whose code loads with the first of them. */
export function useQuestionCards() {
  const { code, load, preload } = useLazyModule(async () => import('./question-fields'))
  const [openRefs, setOpenRefs] = useState<ReadonlySet<string>>(new Set())

  /** The fields are rendered once it returns, unless their code could not be loaded. */
  async function open(refs: Iterable<string>): Promise<void> {
    if (!(await load())) return
    flushSync(() => setOpenRefs((before) => new Set([...before, ...refs])))
  }

  const collapse = (refs: readonly string[]) =>
    setOpenRefs((before) => new Set([...before].filter((ref) => !refs.includes(ref))))

  /** Keeps the cards open whose questions are saved, and have other refs since. */
  const followSaved = (before: readonly QuestionDraft[], after: readonly QuestionDraft[]) =>
    setOpenRefs((refs) => new Set(after.filter((_, index) => refs.has(before[index]?.ref ?? '')).map(({ ref }) => ref)))

  return { fields: code, openRefs, open, collapse, preload, followSaved }
}

export type QuestionCards = ReturnType<typeof useQuestionCards>
