import type { TestTenant } from '../tenant'
import type { CasesByProcedure, ForeignValueOutcome, TenancyCase } from './tenancy-case'

const ofSequence: TenancyCase = {
  input: (own) => ({ sequenceId: own.sequence }),
  references: { sequenceId: 'missing' },
}
const settings = ({ canary }: TestTenant) => ({
  recipe: 'custom',
  mapping: { email: { path: ['email', canary] } },
  reentryDays: 0,
})
const ofRequest = (field: string): Record<string, ForeignValueOutcome> => ({
  sequenceId: 'missing',
  [field]: 'missing',
})

export const TRIGGER_CASES: CasesByProcedure = {
  'triggerAddresses.get': ofSequence,
  // The sequence has an address already.
  'triggerAddresses.create': { ...ofSequence, expectedStatus: 400 },
  'triggerAddresses.save': {
    input: (own) => ({ sequenceId: own.sequence, settings: settings(own) }),
    references: { sequenceId: 'missing' },
  },
  'triggerAddresses.setActive': {
    input: (own) => ({ sequenceId: own.sequence, isActive: true }),
    references: { sequenceId: 'missing' },
  },
  'triggerAddresses.reveal': ofSequence,
  'triggerAddresses.rotate': ofSequence,
  'triggerAddresses.endPrevious': ofSequence,
  'triggerAddresses.delete': ofSequence,
  'triggerAddresses.dryRun': {
    input: (own) => ({ sequenceId: own.sequence, requestId: own.triggerRequest, settings: settings(own) }),
    references: ofRequest('requestId'),
  },
  'triggerAddresses.requests': ofSequence,
  'triggerAddresses.request': {
    input: (own) => ({ sequenceId: own.sequence, id: own.triggerRequest }),
    references: ofRequest('id'),
  },
  'triggerAddresses.replay': {
    input: (own) => ({ sequenceId: own.sequence, id: own.triggerRequest }),
    references: { sequenceId: 'missing', id: 'unavailable' },
  },
  'triggerAddresses.replayAll': {
    input: (own) => ({ sequenceId: own.sequence, outcome: 'failed' }),
    references: { sequenceId: 'missing' },
  },
}
