import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { trpc } from '@/components/trpc'
import type { PeopleUnderWay, SequenceDetail } from '@/server/sequences/schema'
import type { MovePreview } from '@/server/sequences/versions/schema'
import type { toSequenceInput } from '../sequence-form-values'

// Loads once it is asked.
const MovePeopleDialog = dynamic(() => import('./move-people-dialog').then((module) => module.MovePeopleDialog))

type Question = { preview: MovePreview; answer: (choice: PeopleUnderWay | null) => void }

/**
 * Asks what the people under way in a sequence do, if its steps change and there are any.
 * @returns `ask`, whose choice is `stay` if nothing has to be asked, and null if the dialog was closed
 */
export function useMoveQuestion(): {
  ask: (
    sequence: SequenceDetail | undefined,
    before: ReturnType<typeof toSequenceInput>,
    after: ReturnType<typeof toSequenceInput>,
  ) => Promise<PeopleUnderWay | null>
  dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question | null>(null)
  return {
    ask: async (sequence, before, after) => {
      const isSame = JSON.stringify(before.steps) === JSON.stringify(after.steps)
      if (!sequence || isSame || sequence.status === 'draft' || sequence.status === 'archived') return 'stay'
      const { data: preview } = await trpc.sequences.previewMove.mutate({ id: sequence.id, steps: after.steps })
      if (preview.people === 0) return 'stay'
      const choice = await new Promise<PeopleUnderWay | null>((answer) => setQuestion({ preview, answer }))
      setQuestion(null)
      return choice
    },
    dialog: question && <MovePeopleDialog preview={question.preview} onChoose={question.answer} />,
  }
}
