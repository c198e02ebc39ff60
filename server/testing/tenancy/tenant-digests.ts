import type { RowBatch } from './row-batch'
import type { TenantColumns } from './tenant-reviews'

type DigestReferences = { user: string; response: string }

const EMPTY_METRIC = { n: 0, value: null, interval: null }
const EMPTY_RATE = { delivered: 0, answered: 0, share: null, captured: 0 }

export function addDigest(rows: RowBatch, base: TenantColumns, canary: string, { user, response }: DigestReferences) {
  const digest = rows.add('Digest', {
    ...base,
    week: new Date('2026-01-05'),
    figures: {
      metrics: [{ metric: 'nps', current: EMPTY_METRIC, previous: EMPTY_METRIC, change: null }],
      responses: { current: 0, previous: 0 },
      rate: { current: EMPTY_RATE, previous: EMPTY_RATE, change: null },
      stars: { current: { n: 0, average: null }, previous: { n: 0, average: null } },
      cases: { open: 0, overdue: 0 },
    },
    responseIds: [response],
  })
  const reason = { code: 'other', values: { words: `Reason ${canary}` } }
  rows.add('DigestMail', { ...base, digestId: digest, userId: user, name: `Name ${canary}`, state: 'failed', reason })
  return { digest }
}
