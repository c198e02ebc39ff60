import type { ReviewSource } from '@/server/reviews/connections/schema'
import type { Tone } from '../ui/content/badge'

export type SourceState =
  | 'connected'
  | 'syncing'
  | 'waiting'
  | 'importing'
  | 'retrying'
  | 'signIn'
  | 'credentials'
  | 'disconnected'
  | 'removing'

export const SOURCE_STATE_TONES: Record<SourceState, Tone> = {
  connected: 'positive',
  syncing: 'accent',
  waiting: 'accent',
  importing: 'accent',
  retrying: 'neutral',
  signIn: 'negative',
  credentials: 'negative',
  disconnected: 'quiet',
  removing: 'neutral',
}

export function getSourceState(source: ReviewSource, now: Date): SourceState {
  const { kind, status, failure, progress, importedAt } = source
  if (status === 'reconnect') return kind === 'google' ? 'signIn' : 'credentials'
  if (status !== 'connected') return status
  if (failure !== null) return 'retrying'
  if (importedAt === null) return progress === null ? 'waiting' : 'importing'
  return progress === null && !isDue(source, now) ? 'connected' : 'syncing'
}

/** The state will change without a user: the page refreshes automatically. */
export function isSourceInProgress(source: ReviewSource, now: Date): boolean {
  return !['connected', 'signIn', 'credentials', 'disconnected'].includes(getSourceState(source, now))
}

function isDue({ nextSyncAt }: ReviewSource, now: Date): boolean {
  return nextSyncAt !== null && new Date(nextSyncAt) <= now
}
