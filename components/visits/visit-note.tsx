'use client'

import { useEffect } from 'react'
import { NOTED_EVERY_MS } from '@/server/visits/vocabulary'
import { firstSign } from '../ui/lazily'

/** A note that came a moment too early would not be written down. */
const MARGIN_MS = 1000

const visit = {
  organizationId: '',
  /** The newest of the lists that were shown and are not noted yet. */
  shownAt: undefined as string | undefined,
  sentAt: 0,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
}

export type VisitNoteProps = {
  organizationId: string
  /** When what the page shows was read, where it shows what came in. */
  shownAt?: string
}

/** Writes down that somebody looks, so that their next visit knows what is new: once there is somebody, and once a minute at most. */
export function VisitNote({ organizationId, shownAt }: VisitNoteProps) {
  useEffect(() => void firstSign.then(() => plan(organizationId, shownAt)), [organizationId, shownAt])
  return null
}

function plan(organizationId: string, shownAt: string | undefined): void {
  if (visit.organizationId !== organizationId) {
    clearTimeout(visit.timer)
    Object.assign(visit, { organizationId, shownAt: undefined, sentAt: 0, timer: undefined })
  }
  if (shownAt !== undefined && shownAt > (visit.shownAt ?? '')) visit.shownAt = shownAt
  const wait = visit.sentAt + NOTED_EVERY_MS + MARGIN_MS - Date.now()
  visit.timer ??= setTimeout(() => void send(), Math.max(wait, 0))
}

async function send(): Promise<void> {
  const { shownAt } = visit
  Object.assign(visit, { sentAt: Date.now(), timer: undefined })
  try {
    const { client } = await import('../trpc-client')
    await client.visits.note.mutate(shownAt === undefined ? {} : { shownAt })
    if (visit.shownAt === shownAt) visit.shownAt = undefined
  } catch {
    // Nobody asked for it, so nobody is told: the next page that is looked at notes it.
  }
}
