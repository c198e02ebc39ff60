import type { ReviewSource } from '@/server/reviews/connections/schema'
import { getRequestTime, getT } from '../i18n/server'
import { Badge, type Tone } from '../ui/content/badge'

const TONES = {
  connected: 'positive',
  syncing: 'accent',
  waiting: 'accent',
  importing: 'accent',
  retrying: 'neutral',
  signIn: 'negative',
  credentials: 'negative',
  disconnected: 'quiet',
  removing: 'neutral',
} as const satisfies Record<string, Tone>

export function getSourceDisplayState(source: ReviewSource): keyof typeof TONES {
  const { kind, status, failure, progress, importedAt, nextSyncAt } = source
  if (status === 'reconnect') return kind === 'google' ? 'signIn' : 'credentials'
  if (status !== 'connected') return status
  if (failure !== null) return 'retrying'
  if (importedAt === null) return progress === null ? 'waiting' : 'importing'
  const isDue = nextSyncAt !== null && new Date(nextSyncAt) <= getRequestTime()
  return progress === null && !isDue ? 'connected' : 'syncing'
}

/** The state will change without a user: the page refreshes automatically. */
export function isSourceStateTransient(source: ReviewSource): boolean {
  return !['connected', 'signIn', 'credentials', 'disconnected'].includes(getSourceDisplayState(source))
}

export async function SourceBadge({ source }: { source: ReviewSource }) {
  const t = await getT('reviews')
  const state = getSourceDisplayState(source)
  const { seen = 0, total = null } = source.progress ?? {}
  return (
    <Badge tone={TONES[state]} className="figures">
      {state !== 'importing'
        ? t(`sources.state.${state}`)
        : total === null
          ? t('sources.state.importing', { seen })
          : t('sources.state.importingOf', { seen: Math.min(seen, total), total })}
    </Badge>
  )
}
