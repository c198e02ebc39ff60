import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Found } from '@/server/search/schema'
import { trpc, useToFailure } from '../../trpc'

const PAUSE_MS = 60

type Answer = { asked: string; found: Found | null; failure: string | null }

const NO_ANSWER: Answer = { asked: '', found: null, failure: null }

export type Finding = Omit<Answer, 'asked'> & {
  /** The results belong to an earlier query. */
  isPending: boolean
  retry: () => void
}

/**
 * Server-side search. Keeps the previous results until the next arrive, and aborts superseded requests. Retries after a failure when the
 * browser is back online, or on demand.
 */
export function useFound(query: string): Finding {
  const t = useTranslations('menu')
  const toFailure = useToFailure()
  const [answer, setAnswer] = useState(NO_ANSWER)
  const [tries, setTries] = useState(0)
  const asked = query.trim()
  const retry = () => {
    setAnswer((before) => ({ ...before, asked: '' }))
    setTries((count) => count + 1)
  }

  useEffect(() => {
    if (asked === '') return setAnswer(NO_ANSWER)
    const controller = new AbortController()
    async function ask() {
      try {
        const { data } = await trpc.search.find.query({ query: asked }, { signal: controller.signal })
        if (!controller.signal.aborted) setAnswer({ asked, found: data, failure: null })
      } catch (error) {
        if (controller.signal.aborted) return
        const failure = navigator.onLine ? toFailure(error).summary : t('offline')
        setAnswer({ asked, found: null, failure })
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // The failure message must not trigger a new request.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, tries])

  const hasFailed = answer.failure !== null
  useEffect(() => {
    if (!hasFailed) return undefined
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed])

  return { ...answer, isPending: asked !== '' && answer.asked !== asked, retry }
}
