/** Their group in the navigation, and whether the role `member` may open them. */
export const SETTINGS_PAGES = {
  general: { href: '/settings/general', group: 'organization' },
  properties: { href: '/settings/properties', group: 'organization' },
  members: { href: '/settings/members', group: 'organization', isForMembers: true },
  auditLog: { href: '/settings/audit-log', group: 'organization' },
  sender: { href: '/settings/sender', group: 'sending' },
  sendingDomain: { href: '/settings/sending-domain', group: 'sending' },
  linkDomain: { href: '/settings/link-domain', group: 'sending' },
  mailEvents: { href: '/settings/mail-events', group: 'sending' },
  deliverability: { href: '/settings/deliverability', group: 'sending' },
  templates: { href: '/settings/templates', group: 'sending' },
  reviews: { href: '/settings/reviews', group: 'sending' },
  reviewSources: { href: '/settings/review-sources', group: 'reviews' },
  alerts: { href: '/settings/alerts', group: 'notifications' },
  digest: { href: '/settings/digest', group: 'notifications' },
  apiKeys: { href: '/settings/api-keys', group: 'developers' },
  webhooks: { href: '/settings/webhooks', group: 'developers' },
  profile: { href: '/settings/profile', group: 'you', isForMembers: true },
} as const satisfies Record<string, SettingsPageEntry>

type SettingsPageEntry = { href: string; group: SettingsGroupName; isForMembers?: boolean }

/** In the order of the navigation. */
export const SETTINGS_GROUP_NAMES = [
  'organization',
  'sending',
  'reviews',
  'notifications',
  'developers',
  'you',
] as const

export type SettingsGroupName = (typeof SETTINGS_GROUP_NAMES)[number]

export type SettingsPageName = keyof typeof SETTINGS_PAGES

export function listSettingsPageNames({
  isMember = false,
  group,
}: {
  isMember?: boolean
  group?: SettingsGroupName
} = {}) {
  const names = Object.keys(SETTINGS_PAGES) as SettingsPageName[]
  return names.filter((name) => {
    const entry: SettingsPageEntry = SETTINGS_PAGES[name]
    return (!isMember || entry.isForMembers === true) && (group === undefined || entry.group === group)
  })
}
