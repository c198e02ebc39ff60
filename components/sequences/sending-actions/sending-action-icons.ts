import { CircleX, FastForward, type LucideIcon, Pause, Play, SkipForward } from 'lucide-react'
import type { SendingActionType } from '@/server/sequences/sending-actions/constants'

export const SENDING_ACTION_ICONS: Record<SendingActionType, LucideIcon> = {
  pause: Pause,
  resume: Play,
  skipWait: FastForward,
  skipStep: SkipForward,
  cancel: CircleX,
}
