import type { BlockList } from 'node:net'
import { env } from '../env'
import { log } from '../log'
import { type AllowedNetworks, isPublicOrAllowed } from './networks'
import { ownAddresses } from './own-addresses'

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
