import { type LucideIcon, Mail, MessageSquare, SmilePlus, Webhook, Workflow } from 'lucide-react'
import type { StepType } from '@/server/sequences/schema'

export const STEP_ICONS: Record<StepType, LucideIcon> = {
  survey: SmilePlus,
  email: Mail,
  sms: MessageSquare,
  wait: Webhook,
  fork: Workflow,
}
