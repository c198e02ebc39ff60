import { v7 as uuidv7 } from 'uuid'
import { encryptSecret } from '@/server/encryption'
import type { RowBatch } from './row-batch'
import type { TenantColumns } from './tenant-reviews'

export function addDomains(rows: RowBatch, base: TenantColumns, canary: string) {
  const id = uuidv7()
  const sealedDkimKey = encryptSecret('dkim-key', `Key ${canary}`, id)
  const check = { dkim: { status: 'missing', found: [canary] }, dmarc: { status: 'missing', found: [canary] } }
  const sendingDomain = rows.add('SendingDomain', {
    ...base,
    id,
    domain: `${canary}.example`,
    localPart: canary,
    dkimSelector: canary,
    dkimPublicKey: canary,
    dkimPrivateKey: sealedDkimKey,
    check,
    nextCheckAt: new Date('2099-01-01'),
  })
  const none = { status: 'missing', found: [canary] }
  const linkDomain = rows.add('LinkDomain', {
    ...base,
    domain: `links-${canary}.example`,
    ownershipCode: canary,
    check: { dns: none, ownership: none, https: { status: 'waiting' } },
    nextCheckAt: new Date('2099-01-01'),
  })
  return { sendingDomain, linkDomain, sealedDkimKey }
}
