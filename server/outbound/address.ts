import type { BlockList } from 'node:net'
import { env } from '../env'
import { log } from '../log'
import { type AllowedNetworks, isPublicOrAllowed } from './networks'
import { ownAddresses } from './own-addresses'

if (env.webhookAllowedCidrs.length > 0)
  log.warn({ networks: env.webhookAllowedCidrs }, 'webhooks may reach these networks all the same')

/**
 * True when a stranger's URL may lead here: public unicast and none of this machine's own, or a network allowed by name, by default in
 * WEBHOOK_ALLOWED_CIDRS. Anything that is not plainly an address is refused.
 */
export function isDialable(
  address: string,
  allowed: AllowedNetworks = env.allowedNetworks,
  own: BlockList = ownAddresses(),
): boolean {
  return isPublicOrAllowed(address, allowed, own)
}
