import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ResponseCase } from '@/server/cases/schema'
import { trpc, useToFailure } from '../trpc'
import { toast } from '../ui/overlays/toast'

/**
 * Case of a response with optimistic updates. Saves run one after the other, each with the version read before it, so that no update of a
 * colleague is overwritten. On a conflict it shows the colleague's version and a message.
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

  // Data refreshed from the server becomes the base version of the next save.
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
