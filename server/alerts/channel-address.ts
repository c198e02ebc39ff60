import type { ChannelKind } from './schema'

/** Hosts of the services whose addresses are taken for each other, by what the service takes. */
const HOSTS: readonly (readonly [service: ChannelKind | 'discord', host: RegExp])[] = [
  ['slack', /(^|\.)slack(-gov)?\.com$/],
  ['teams', /(^|\.)(webhook\.office\.com|logic\.azure\.com|powerplatform\.com|powerautomate\.com)$/],
  ['discord', /(^|\.)discord(app)?\.com$/],
]

/**
 * The service that an address belongs to where that is not the chosen kind. Other hosts may understand what Slack or Teams does, as
 * Mattermost does; so does Discord at an address that ends with `/slack`.
 */
export function otherService(kind: ChannelKind, address: string): ChannelKind | 'discord' | null {
  const { hostname, pathname } = new URL(address)
  const service = HOSTS.find(([, host]) => host.test(hostname))?.[0] ?? null
  if (service === null || service === kind) return null
  return service === 'discord' && kind === 'slack' && pathname.endsWith('/slack') ? null : service
}
