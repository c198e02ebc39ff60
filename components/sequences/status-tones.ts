import type { Tone } from '@/components/ui/content/badge'
import type { SendingStatus, SendingStepStatus, SequenceStatus } from '@/server/sequences/schema'

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
}

export const STEP_STATUS_TONES: Record<SendingStepStatus, Tone> = {
  upcoming: 'quiet',
  scheduled: 'accent',
  captured: 'neutral',
  sent: 'positive',
  delivered: 'positive',
  opened: 'positive',
  answered: 'positive',
  completed: 'positive',
  skipped: 'neutral',
  bounced: 'negative',
  failed: 'negative',
}
