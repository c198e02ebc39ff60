import type { MessageEvent } from '@/prisma/generated/client'

export function presentMessageEvent({ id, sendingStepId, systemEmailId, channel, kind, ...event }: MessageEvent) {
  const { bounceType, code, words, isMachine, provider, occurredAt, receivedAt } = event
  return {
    id,
    sendingStepId,
    systemEmailId,
    channel,
    kind,
    bounceType,
    code,
    words,
    isMachine,
    provider,
    occurredAt: occurredAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
  }
}
