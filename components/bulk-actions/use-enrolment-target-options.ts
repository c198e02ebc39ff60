import { useEffect, useState } from 'react'
import type { BulkActionType } from '@/server/bulk-actions/constants'
import { trpc, useParseCallError } from '../trpc'

export type EnrolmentTargetOption = { id: string; name: string }

async function loadSendables(type: BulkActionType): Promise<readonly EnrolmentTargetOption[]> {
  if (type === 'enrol') return (await trpc.sequences.browse.query({ status: 'active', sort: 'name', limit: 100 })).data
  if (type === 'sendSurvey')
    return (await trpc.surveys.browse.query({ status: 'active', sort: 'name', limit: 100 })).data
  return []
}

/** Active sequences or surveys, for the actions that send one. `choices` is null while they load. */
export function useEnrolmentTargetOptions(type: BulkActionType) {
  const toFailure = useParseCallError()
  const [choices, setChoices] = useState<readonly EnrolmentTargetOption[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    loadSendables(type).then(
      (loaded) => isCurrent && setChoices(loaded),
      (error: unknown) => isCurrent && setFault(toFailure(error).summary),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each type
  }, [type])
  return { choices, fault }
}
