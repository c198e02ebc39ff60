import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SearchResults } from '@/server/search/schema'
import { trpc, useParseCallError } from '../../trpc'

const DEBOUNCE_MS = 60

type SearchState = { query: string; results: SearchResults | null; failure: string | null }

const NO_SEARCH: SearchState = { query: '', results: null, failure: null }

export type MenuSearch = Omit<SearchState, 'query'> & {
  /** The results belong to an earlier query. */
  isPending: boolean
  retry: () => void
}

/**
 * Server-side search. Keeps the previous results until the next arrive, and aborts superseded requests. Retries after a failure when the
 * browser is back online, or on demand.
 */
export function useSearchResults(query: string): MenuSearch {
  const t = useTranslations('menu')
  const toFailure = useParseCallError()
  const [state, setState] = useState(NO_SEARCH)
  const [attempts, setAttempts] = useState(0)
  const trimmedQuery = query.trim()
  const retry = () => {
    setState((previous) => ({ ...previous, query: '' }))
    setAttempts((count) => count + 1)
  }

  useEffect(() => {
    if (trimmedQuery === '') return setState(NO_SEARCH)
    const controller = new AbortController()
    async function runSearch() {
      try {
        const { data } = await trpc.search.find.query({ query: trimmedQuery }, { signal: controller.signal })
        if (!controller.signal.aborted) setState({ query: trimmedQuery, results: data, failure: null })
      } catch (error) {
        if (controller.signal.aborted) return
        const failure = navigator.onLine ? toFailure(error).summary : t('offline')
        setState({ query: trimmedQuery, results: null, failure })
      }
    }
    const timer = setTimeout(() => void runSearch(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // The failure message must not trigger a new request.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [trimmedQuery, attempts])

  const hasFailed = state.failure !== null
  useEffect(() => {
    if (!hasFailed) return undefined
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed])

  return { ...state, isPending: trimmedQuery !== '' && state.query !== trimmedQuery, retry }
}
