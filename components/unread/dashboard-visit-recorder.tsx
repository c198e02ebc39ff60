'use client'

import { useEffect } from 'react'
import { VISIT_WRITE_INTERVAL_MS } from '@/server/unread/constants'
import { backgroundTrpc } from '../trpc'

/** Margin over the server's minimum interval: a visit recorded too early would be dropped. */
const MARGIN_MS = 1000

const visit = {
  organizationId: '',
  shownAt: undefined as string | undefined,
  sentAt: 0,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
}

export type VisitRecorderProps = {
  organizationId: string
  /** When the page's items were read, if it lists new items. */
  shownAt?: string
}

/** Records the user's visit, which determines what is new on the next one: at most once a minute. */
export function VisitRecorder({ organizationId, shownAt }: VisitRecorderProps) {
  useEffect(() => scheduleRecording(organizationId, shownAt), [organizationId, shownAt])
  return null
}

function scheduleRecording(organizationId: string, shownAt: string | undefined): void {
  if (visit.organizationId !== organizationId) {
    clearTimeout(visit.timer)
    Object.assign(visit, { organizationId, shownAt: undefined, sentAt: 0, timer: undefined })
  }
  if (shownAt !== undefined && shownAt > (visit.shownAt ?? '')) visit.shownAt = shownAt
  const waitMs = visit.sentAt + VISIT_WRITE_INTERVAL_MS + MARGIN_MS - Date.now()
  visit.timer ??= setTimeout(() => void recordVisit(), Math.max(waitMs, 0))
}

async function recordVisit(): Promise<void> {
  const { shownAt } = visit
  Object.assign(visit, { sentAt: Date.now(), timer: undefined })
  try {
    await backgroundTrpc.unread.recordVisit.mutate(shownAt === undefined ? {} : { shownAt })
    if (visit.shownAt === shownAt) visit.shownAt = undefined
  } catch {
    // A background call: ignore errors; the next page view records the visit.
  }
}
