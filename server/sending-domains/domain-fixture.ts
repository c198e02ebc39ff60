import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { db } from '../db'
import { encryptSecret } from '../encryption'
import { env } from '../env'
import { anOrganization } from '../testing/factories/basics'
import { aNameServer, type NameServer } from '../testing/servers/name-server'
import { checkSendingDomain } from './check-sending-domain'
import { generateDkimKey } from './dkim-key'
import type { SendingDomain } from './schema'
import { presentSendingDomain } from './sending-domains'

/** A DNS server that the service asks until it is closed. */
export async function openNameServer(): Promise<NameServer> {
  const server = await aNameServer()
  env.dnsServers = server.nameServers
  return server
}

export function publishRecord(
  server: NameServer,
  { records }: SendingDomain,
  kind: 'dkim' | 'dmarc',
  value?: string,
): void {
  const record = records.find((each) => each.kind === kind)
  if (!record) throw new Error(`no record ${kind}`)
  server.set(record.name, { txt: [value ?? record.value] })
}

let sharedKey: ReturnType<typeof generateDkimKey> | undefined

/** Not verified yet. All have one key, because making one takes long. */
export async function aSendingDomain(
  organizationId: string,
  { domain, localPart = 'feedback' }: { domain: string; localPart?: string },
): Promise<SendingDomain> {
  const { selector, publicKey, privateKey } = await (sharedKey ??= generateDkimKey())
  const id = uuidv7()
  const row = await db.sendingDomain.create({
    data: {
      id,
      organizationId,
      domain,
      localPart,
      dkimSelector: selector,
      dkimPublicKey: publicKey,
      dkimPrivateKey: encryptSecret('dkim-key', privateKey, id),
      nextCheckAt: now(),
    },
  })
  return presentSendingDomain(row)
}

let count = 0

/** An organization with a domain of its own whose DKIM and DMARC records are published and checked. */
export async function anOrganizationWithVerifiedDomain(
  server: NameServer,
  { localPart = 'feedback', ...organization }: Parameters<typeof anOrganization>[0] & { localPart?: string } = {},
): Promise<{ organizationId: string; domain: SendingDomain }> {
  const organizationId = await anOrganization(organization)
  count += 1
  const created = await aSendingDomain(organizationId, { domain: `shop${count}.example`, localPart })
  publishRecord(server, created, 'dkim')
  publishRecord(server, created, 'dmarc')
  return { organizationId, domain: await checkSendingDomain(organizationId) }
}
