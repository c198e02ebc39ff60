import { expect, it } from 'vitest'
import { formatAuditValue } from './format-audit-value'

it.each([
  ['role', 'member', 'Member', 'Membre'],
  ['status', 'paused', 'Paused', 'En pause'],
  ['bands', ['negative', 'neutral'], 'Negative, Neutral', 'Négatif, Neutre'],
  ['bands', [], 'nothing', 'rien'],
  ['trigger', 'review', 'Reviews', 'Les avis'],
  ['triggerTypes', ['new_contact', 'step.completed'], 'New contact, Step completed', 'Nouveau contact, Étape terminée'],
  ['channels', ['slack hooks.slack.com/…x1Yz'], 'Slack · hooks.slack.com/…x1Yz', 'Slack · hooks.slack.com/…x1Yz'],
  ['active', true, 'yes', 'oui'],
  ['expiresAt', null, 'nothing', 'rien'],
  ['pauseMinutes', 15, '15', '15'],
  ['name', 'negative', 'negative', 'negative'],
])('the audit log shows %s %j as words in English and French', (field, value, en, fr) => {
  expect(formatAuditValue('en', 'UTC', field, value)).toBe(en)
  expect(formatAuditValue('fr', 'UTC', field, value)).toBe(fr)
})

it('the audit log shows a code without a translation unchanged', () => {
  expect(formatAuditValue('en', 'UTC', 'bands', ['mixed'])).toBe('mixed')
  expect(formatAuditValue('en', 'UTC', 'channels', ['pager example.com/…x1Yz'])).toBe('pager example.com/…x1Yz')
})
