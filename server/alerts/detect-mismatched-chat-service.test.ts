import { expect, it } from 'vitest'
import { detectMismatchedChatService } from './detect-mismatched-chat-service'

it.each([
  ['slack', 'https://hooks.slack.com/services/T0/B0/x', null],
  ['slack', 'https://contoso.webhook.office.com/webhookb2/x', 'teams'],
  ['slack', 'https://prod-1.westeurope.logic.azure.com:443/workflows/x', 'teams'],
  ['slack', 'https://discord.com/api/webhooks/1/x', 'discord'],
  ['slack', 'https://discord.com/api/webhooks/1/x/slack', null],
  ['slack', 'https://chat.example.com/hooks/x', null],
  ['slack', 'https://notslack.com/x', null],
  ['teams', 'https://hooks.slack.com/services/T0/B0/x', 'slack'],
  ['teams', 'https://discord.com/api/webhooks/1/x/slack', 'discord'],
  ['teams', 'https://contoso.webhook.office.com/webhookb2/x', null],
] as const)('for a %s channel, the service that differs at %s is %s', (kind, address, service) => {
  expect(detectMismatchedChatService(kind, address)).toBe(service)
})
