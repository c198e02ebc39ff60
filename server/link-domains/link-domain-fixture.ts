import { v7 as uuidv7 } from 'uuid'
import { db } from '../db'
import { env } from '../env'
import { anOrganization } from '../testing/factories/basics'
import { serveOnLoopback } from '../testing/servers/loopback-server'
import { aNameServer, type NameServer } from '../testing/servers/name-server'
import { checkLinkDomain } from './check-link-domain'
import { createHostProof } from './host-proof'
import { createLinkDomain } from './link-domains'
import type { LinkDomain } from './schema'

export const TARGET = 'service.example'

export type LinkService = {
  names: NameServer
  /** How links of a domain begin. */
  origin: (domain: string) => string
  close: () => Promise<void>
}

/** The service at the name {@link TARGET}, which answers its proof over plain HTTP, with a DNS server that it asks until it is closed. */
export async function openLinkService(): Promise<LinkService> {
  const [names, server] = [
    await aNameServer(),
    await serveOnLoopback(({ url }) => new Response(createHostProof(new URL(url).hostname))),
  ]
  const { port } = new URL(server.url)
  const { baseUrl, linkDomainTarget, dnsServers } = env
  Object.assign(env, { baseUrl: `http://localhost:${port}`, linkDomainTarget: TARGET, dnsServers: names.nameServers })
  names.set(TARGET, ['127.0.0.1'])
  return {
    names,
    origin: (domain) => `http://${domain}:${port}`,
    close: async () => {
      Object.assign(env, { baseUrl, linkDomainTarget, dnsServers })
      names.close()
      await server.close()
    },
  }
}

/** Publishes what a link domain needs, or something else in its place. */
export function publishLinkDomain(
  names: NameServer,
  { requirements }: LinkDomain,
  { target = TARGET, code }: { target?: string; code?: string | null } = {},
): void {
  const [name, proof] = requirements.map(({ record }) => record)
  if (!name || !proof) throw new Error('no records')
  names.set(name.name, { cname: target })
  names.set(proof.name, code === null ? 'NXDOMAIN' : { txt: ['v=other', code ?? proof.value] })
}

let count = 0
export const aDomainName = () => `links${(count += 1)}.shop.example`

export async function anOrganizationWithVerifiedLinkDomain(
  { names }: LinkService,
  organization: Parameters<typeof anOrganization>[0] = {},
): Promise<{ organizationId: string; domain: LinkDomain }> {
  const organizationId = await anOrganization(organization)
  const created = await createLinkDomain(organizationId, { domain: aDomainName() })
  publishLinkDomain(names, created)
  return { organizationId, domain: await checkLinkDomain(organizationId) }
}

/** A domain in use, without checks. @returns the domain */
export async function aLinkDomain(organizationId: string): Promise<string> {
  const at = new Date()
  const domain = `${uuidv7()}.example`
  await db.linkDomain.create({
    data: { organizationId, domain, ownershipCode: uuidv7(), nextCheckAt: at, dnsPassedAt: at, verifiedAt: at },
  })
  return domain
}
