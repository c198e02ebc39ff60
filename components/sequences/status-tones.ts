import type { Tone } from '@/components/ui/content/badge'
import type { SendingStatus, SequenceStatus } from '@/server/sequences/schema'

export const SEQUENCE_STATUS_TONES: Record<SequenceStatus, Tone> = {
  draft: 'quiet',
  active: 'positive',
  paused: 'neutral',
  archived: 'quiet',
}

export const SENDING_STATUS_TONES: Record<SendingStatus, Tone> = {
  queued: 'quiet',
  running: 'accent',
  completed: 'positive',
  cancelled: 'neutral',
  failed: 'negative',
}
