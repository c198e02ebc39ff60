import { BlockList, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

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
