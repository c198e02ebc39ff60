import { BlockList, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { env } from '../env'
import { log } from '../log'
import { type AllowedNetworks, isPublicOrAllowed } from './networks'

if (env.webhookAllowedCidrs.length > 0)
  log.warn({ networks: env.webhookAllowedCidrs }, 'webhooks may reach these networks all the same')

/**
 * Whether an untrusted URL may connect to this address: public unicast and not one of this machine's own, or in an allowed network
 * (WEBHOOK_ALLOWED_CIDRS by default). Returns false for anything that does not parse as an address.
 */
export function isDialable(
  address: string,
  allowed: AllowedNetworks = env.allowedNetworks,
  own: BlockList = ownAddresses(),
): boolean {
  return isPublicOrAllowed(address, allowed, own)
}

/** Cache duration: interfaces may change while the service runs. */
const REMEMBERED_MS = 10_000

let remembered: { own: BlockList; until: number } | undefined

/**
 * Addresses of this machine's own interfaces, cached. Calls to them bypass the firewall in front of the machine, even if the address is
 * public.
 */
export function ownAddresses(): BlockList {
  if (remembered === undefined || remembered.until < performance.now())
    remembered = { own: asList(interfaceAddresses(networkInterfaces())), until: performance.now() + REMEMBERED_MS }
  return remembered.own
}

function interfaceAddresses(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  return Object.values(interfaces).flatMap((held) =>
    (held ?? []).map(({ address }) => address.split('%')[0] ?? address),
  )
}

export function asList(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const address of addresses) list.addAddress(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  return list
}
