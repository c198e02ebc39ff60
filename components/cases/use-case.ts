import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ResponseCase } from '@/server/cases/schema'
import { trpc, useToFailure } from '../trpc'
import { toast } from '../ui/overlays/toast'

/**
 * The case of a response as this page knows it, and what saves a change of it at once: one after the other, each with what was
 * read before it, so that nobody overwrites a colleague. Where one was faster, theirs is shown, and it says so.
 */
export function useCase(id: string, read: ResponseCase) {
  const t = useTranslations('cases')
  const router = useRouter()
  const toFailure = useToFailure()
  const [held, setHeld] = useState(read)
  const latest = useRef(read)
  const queue = useRef(Promise.resolve())
  const waiting = useRef(0)
  const [seen, setSeen] = useState(read)
  if (!isSame(seen, read)) {
    setSeen(read)
    setHeld(read)
  }

  // What a colleague changed and this page has shown since is what the next save has read.
  useEffect(() => {
    if (waiting.current === 0) latest.current = seen
  }, [seen])

  function know(current: ResponseCase) {
    latest.current = current
    setHeld(current)
  }

  async function save({ state, ...rest }: Partial<ResponseCase>) {
    const { state: stateRead, assigneeId, dueOn } = latest.current
    const asRead = { state: stateRead, assigneeId, dueOn }
    try {
      const { data } = await trpc.responses.setCase.mutate({ id, ...rest, ...(state ? { state } : {}), asRead })
      know(data)
    } catch (error) {
      const failure = toFailure(error)
      const isChanged = failure.code === 'CHANGED_MEANWHILE'
      know(isChanged ? (failure.current as ResponseCase) : latest.current)
      toast.error(isChanged ? t('changed') : failure.summary)
    }
    waiting.current -= 1
    if (waiting.current === 0) router.refresh()
  }

  function change(changes: Partial<ResponseCase>) {
    setHeld((before) => ({ ...before, ...changes }))
    waiting.current += 1
    queue.current = queue.current.then(async () => save(changes))
  }
  return { held, change }
}

function isSame(one: ResponseCase, other: ResponseCase): boolean {
  return one.state === other.state && one.assigneeId === other.assigneeId && one.dueOn === other.dueOn
}
