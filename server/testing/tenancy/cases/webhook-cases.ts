import { SHARED_HOOK_URL } from '../tenant-webhooks'
import { type CasesByProcedure, caseWithId, inputlessCase, pagedListCase } from './tenancy-case'

export const WEBHOOK_CASES: CasesByProcedure = {
  'mailEvents.list': inputlessCase,
  'mailEvents.add': { input: () => ({ provider: 'postmark' }) },
  'mailEvents.setSecret': {
    input: (own) => ({ id: own.mailEventIntake, secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl' }),
    references: { id: 'missing' },
  },
  'mailEvents.secret': caseWithId((own) => own.genericIntake),
  'mailEvents.remove': caseWithId((own) => own.mailEventIntake),
  'webhookConsole.list': pagedListCase,
  'webhookConsole.get': caseWithId((own) => own.subscription),
  'webhookConsole.add': { input: () => ({ hookUrl: SHARED_HOOK_URL, triggerTypes: ['new_review'] }) },
  'webhookConsole.update': {
    input: (own) => ({ id: own.subscription, triggerTypes: ['bad_review'] }),
    references: { id: 'missing' },
  },
  'webhookConsole.remove': caseWithId((own) => own.subscription),
  'webhookConsole.reactivate': caseWithId((own) => own.subscription),
  'webhookConsole.secret': caseWithId((own) => own.subscription),
  'webhookConsole.rotateSecret': caseWithId((own) => own.subscription),
  'webhookConsole.deliveries': caseWithId((own) => own.subscription),
  'webhookConsole.delivery': caseWithId((own) => own.delivery),
  'webhookConsole.resend': caseWithId((own) => own.delivery),
  'webhookConsole.resendFailed': {
    input: (own) => ({ id: own.subscription, since: '2026-01-01T00:00:00Z' }),
    references: { id: 'missing' },
  },
  'webhookConsole.sendTest': {
    input: (own) => ({ id: own.subscription, kind: 'new_contact' }),
    references: { id: 'missing' },
  },
  'webhookConsole.checkSignature': {
    // Signed with no known secret.
    input: (own) => ({
      id: own.subscription,
      header: `t=1790000000,v1=${'0'.repeat(64)}`,
      body: '[]',
      secret: own.hookSecret,
    }),
    references: { id: 'missing', secret: 'unknown' },
  },

  'webhooks.list': pagedListCase,
  'webhooks.subscribe': { input: () => ({ hookUrl: SHARED_HOOK_URL, triggerType: 'new_review' }) },
  'webhooks.unsubscribe': [
    {
      input: (own) => ({ id: own.subscription, hookUrl: own.hookUrl, triggerType: 'new_contact' }),
      references: { id: 'missing', hookUrl: 'refused' },
    },
    {
      input: (own) => ({ hookUrl: own.hookUrl, triggerType: 'new_contact' }),
      references: { hookUrl: 'missing' },
    },
  ],
}
