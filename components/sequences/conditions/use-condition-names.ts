import { useEffect, useState } from 'react'
import { useParseCallError } from '@/components/trpc'
import { toast } from '@/components/ui/overlays/toast'
import { type ConditionNames, loadConditionNames, type NamedIds, NO_NAMES } from './load-condition-names'

/** Names and questions of what conditions are about. Null until those first needed have loaded. */
export function useConditionNames(ids: NamedIds): ConditionNames | null {
  const parseCallError = useParseCallError()
  const needed = [...ids.locationIds, ...ids.surveyIds]
  const [names, setNames] = useState(needed.length === 0 ? NO_NAMES : null)
  const key = needed.join(' ')
  useEffect(() => {
    let isStale = false
    loadConditionNames(ids, names ?? NO_NAMES).then(
      (loaded) => isStale || setNames(loaded),
      (error) => toast.error(parseCallError(error).summary),
    )
    return () => {
      isStale = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loads once for each set of ids
  }, [key])
  return names
}
