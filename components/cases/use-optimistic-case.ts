import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { areCasesEqual } from '@/server/cases/constants'
import type { ResponseCase } from '@/server/cases/schema'
import { trpc, useParseCallError } from '../trpc'
import { toast } from '../ui/overlays/toast'

/**
 * Case of a response with optimistic updates. Saves run one after the other, each with the version read before it, so that no update of a
 * colleague is overwritten. On a conflict it shows the colleague's version and a message.
 */
export function useOptimisticCase(id: string, serverCase: ResponseCase) {
  const t = useTranslations('cases')
  const router = useRouter()
  const toFailure = useParseCallError()
  const [current, setCurrent] = useState(serverCase)
  const latest = useRef(serverCase)
  const queue = useRef(Promise.resolve())
  const pendingSaves = useRef(0)
  const [lastRead, setLastRead] = useState(serverCase)
  if (!areCasesEqual(lastRead, serverCase)) {
    setLastRead(serverCase)
    setCurrent(serverCase)
  }

  // Data refreshed from the server becomes the base version of the next save.
  useEffect(() => {
    if (pendingSaves.current === 0) latest.current = lastRead
  }, [lastRead])

  function acceptSaved(saved: ResponseCase) {
    latest.current = saved
    setCurrent(saved)
  }

  async function save({ state, ...rest }: Partial<ResponseCase>) {
    const { state: stateRead, assigneeId, dueOn } = latest.current
    const asRead = { state: stateRead, assigneeId, dueOn }
    try {
      const { data } = await trpc.responses.setCase.mutate({ id, ...rest, ...(state ? { state } : {}), asRead })
      acceptSaved(data)
    } catch (error) {
      const failure = toFailure(error)
      const isChanged = failure.code === 'CHANGED_MEANWHILE'
      acceptSaved(isChanged ? (failure.current as ResponseCase) : latest.current)
      toast.error(isChanged ? t('changed') : failure.summary)
    }
    pendingSaves.current -= 1
    if (pendingSaves.current === 0) router.refresh()
  }

  function change(changes: Partial<ResponseCase>) {
    setCurrent((before) => ({ ...before, ...changes }))
    pendingSaves.current += 1
    queue.current = queue.current.then(async () => save(changes))
  }
  return { optimisticCase: current, change }
}
