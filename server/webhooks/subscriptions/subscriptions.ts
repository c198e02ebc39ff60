import { db, isForeignKeyViolation } from '../../db'
import { InvalidApiKey, NotFound, ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import {
  requireAllowedTargetUrl,
  type TargetUrlOptions,
  validateAndNormalizeTargetUrl,
} from '../../outbound/target-url'
import { type Page, pageOffset, toPage } from '../../paging'
import { transact } from '../../unit-of-work'
import type {
  AddedSubscription,
  AddSubscription,
  ListSubscriptions,
  Subscribe,
  Subscribed,
  Unsubscribe,
  Unsubscribed,
  WebhookSubscription,
} from '../schema'
import {
  lockSubscription,
  removeEventKind,
  type SubscriptionRow,
  type UpsertedSubscription,
  upsertSubscription,
} from './subscription-rows'

export async function listSubscriptions(
  organizationId: string,
  input: ListSubscriptions,
): Promise<Page<WebhookSubscription>> {
  const where = { organizationId }
  const [rows, total] = await Promise.all([
    db.webhookSubscription.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: pageOffset(input),
      take: input.limit,
    }),
    // At most a few hundred: the number of rows is limited.
    db.webhookSubscription.count({ where }),
  ])
  return toPage(rows.map(presentSubscription), total, input)
}

/**
 * Subscribes an address to one kind of event, and reactivates it. The first call for an address creates its row, which belongs
 * to the calling key and whose secret is only returned here; later calls add to that row, and share its pauses and removal.
 * @param apiKeyId the calling key; null for a dashboard user, whose row has no owner.
 * @throws {ValidationError} for an address that is not allowed, and past the organization's limit.
 * @throws {InvalidApiKey} if the key was revoked meanwhile.
 */
export async function subscribe(
  organizationId: string,
  { hookUrl, triggerType }: Subscribe,
  apiKeyId: string | null,
  options: TargetUrlOptions = {},
): Promise<Subscribed> {
  const input = { hookUrl, triggerTypes: [triggerType] }
  const { row, secret } = await joinSubscription(organizationId, input, apiKeyId, options)
  const ownedByThisKey = apiKeyId !== null && row.ownerKeyId === apiKeyId
  return { ...presentSubscription(row), triggerType, secret, ownedByThisKey }
}

export async function addSubscription(
  organizationId: string,
  input: AddSubscription,
  options: TargetUrlOptions = {},
): Promise<AddedSubscription> {
  const { row, secret } = await joinSubscription(organizationId, input, null, options)
  return { id: row.id, secret }
}

/**
 * Removes one kind of event from a subscription; the last one deletes the row with its secret and history.
 * @throws {NotFound} for a row that is not in the organization.
 * @throws {ValidationError} if `id` and `hookUrl` are both missing, or refer to different rows.
 */
export async function unsubscribe(
  organizationId: string,
  { id, hookUrl, triggerType }: Unsubscribe,
): Promise<Unsubscribed> {
  if (id === undefined && hookUrl === undefined)
    throw new ValidationError({ hookUrl: [localizableMessage('webhook.unnamed')] })
  const normalized = hookUrl === undefined ? undefined : validateAndNormalizeTargetUrl(hookUrl)
  return transact(async ({ tx }) => {
    const row = await lockSubscription(tx, organizationId, id === undefined ? { hookUrl: normalized ?? '' } : { id })
    if (!row) throw new NotFound('subscription')
    if (normalized !== undefined && row.hookUrl !== normalized)
      throw new ValidationError({ hookUrl: [localizableMessage('webhook.otherUrl')] })
    if (!row.triggerTypes.includes(triggerType)) return { id: row.id, deleted: false }
    return { id: row.id, deleted: (await removeEventKind(tx, organizationId, row, triggerType)) === 'deleted' }
  })
}

async function joinSubscription(
  organizationId: string,
  { hookUrl, triggerTypes }: AddSubscription,
  apiKeyId: string | null,
  options: TargetUrlOptions,
): Promise<UpsertedSubscription> {
  const normalized = await requireAllowedTargetUrl(hookUrl, 'hookUrl', options)
  const target = { hookUrl: normalized, kinds: triggerTypes, ownerKeyId: apiKeyId }
  try {
    return await transact(({ tx }) => upsertSubscription(tx, organizationId, target, 'hookUrl'))
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new InvalidApiKey()
    throw error
  }
}

export function presentSubscription(row: SubscriptionRow): WebhookSubscription {
  return {
    id: row.id,
    hookUrl: row.hookUrl,
    triggerTypes: row.triggerTypes as WebhookSubscription['triggerTypes'],
    active: row.active,
    createdAt: row.createdAt.toISOString(),
  }
}
