import { useEffect, useState } from 'react'
import { trpc, useParseCallError } from '@/components/trpc'
import { toast } from '@/components/ui/overlays/toast'

type NamedSegment = { id: string; name: string }

/** The organization's segments; null until they have loaded. @param isNeeded loads them */
export function useSegmentNames(isNeeded: boolean): readonly NamedSegment[] | null {
  const parseCallError = useParseCallError()
  const [segments, setSegments] = useState<readonly NamedSegment[] | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    trpc.segments.names.query().then(
      ({ data }) => setSegments(data),
      (error) => toast.error(parseCallError(error).summary),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [isNeeded])
  return segments
}
