import { BlockList, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { env } from '../env'
import { log } from '../log'
import { type AllowedNetworks, isPublicOrAllowed } from './allowed-networks'

if (env.webhookAllowedCidrs.length > 0)
  log.warn({ networks: env.webhookAllowedCidrs }, 'webhooks may reach these networks all the same')

/**
 * Whether an untrusted URL may connect to this address: public unicast and not one of this machine's own, or in an allowed network
 * (WEBHOOK_ALLOWED_CIDRS by default). Returns false for anything that does not parse as an address.
 */
export function isSafeIpAddress(
  address: string,
  allowed: AllowedNetworks = env.allowedNetworks,
  ownAddressList: BlockList = loadOwnIpAddresses(),
): boolean {
  return isPublicOrAllowed(address, allowed, ownAddressList)
}

const CACHE_MS = 10_000

let cached: { list: BlockList; until: number } | undefined

export function loadOwnIpAddresses(): BlockList {
  if (cached === undefined || cached.until < performance.now())
    cached = { list: toIpBlockList(listInterfaceAddresses()), until: performance.now() + CACHE_MS }
  return cached.list
}

function listInterfaceAddresses(): string[] {
  const interfaces = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return interfaces.map(({ address }) => address.split('%')[0] ?? address)
}

export function toIpBlockList(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const address of addresses) list.addAddress(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  return list
}
