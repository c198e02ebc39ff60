import type { ChatChannelKind } from './schema'

const HOSTS: readonly (readonly [service: ChatChannelKind | 'discord', host: RegExp])[] = [
  ['slack', /(^|\.)slack(-gov)?\.com$/],
  ['teams', /(^|\.)(webhook\.office\.com|logic\.azure\.com|powerplatform\.com|powerautomate\.com)$/],
  ['discord', /(^|\.)discord(app)?\.com$/],
]

/**
 * Returns the service that the address belongs to, if it differs from the chosen kind. Unknown hosts pass: they may be compatible with
 * Slack or Teams, as Mattermost is. So does Discord at an address that ends with `/slack`.
 */
export function detectMismatchedChatService(
  kind: ChatChannelKind,
  address: string,
): ChatChannelKind | 'discord' | null {
  const { hostname, pathname } = new URL(address)
  const service = HOSTS.find(([, host]) => host.test(hostname))?.[0] ?? null
  if (service === null || service === kind) return null
  return service === 'discord' && kind === 'slack' && pathname.endsWith('/slack') ? null : service
}
