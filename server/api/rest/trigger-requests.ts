import { env } from '../../env'
import { AppError, NotFound, TriggerSignatureInvalid } from '../../errors'
import { enforceTriggerLimit, mayLogRefusal } from '../../rate-limit/trigger-rate-limit'
import { isAddressSecret } from '../../sequences/trigger-addresses/address-secret'
import {
  type RefusedOutcome,
  TRIGGER_BATCH_MAX,
  TRIGGER_BODY_MAX_BYTES,
} from '../../sequences/trigger-addresses/constants'
import {
  findTriggerAddress,
  isSignedAsRequired,
  type ReceivingAddress,
  recordRefusedRequest,
  requireRoomForRequests,
  storeRequests,
} from '../../sequences/trigger-addresses/receive-request'
import { readAnyBody } from '../read-any-body'
import { readBodyBytes } from '../request-body'

/**
 * POST /t/:secret: what happened in another system. Answers 202 once it is stored; a queue decides on it. Refused requests are listed in the
 * log of the address, a few of each hour.
 * @throws {NotFound} @throws {RateLimitExceeded} @throws {BacklogFull} @throws {PayloadTooLarge} @throws {ValidationError} @throws {TriggerSignatureInvalid}
 */
export async function handleTriggerRequest(request: Request, secret: string): Promise<Response> {
  const address = await findTriggerAddress(secret)
  if (!address) throw new NotFound('path')
  await enforceTriggerLimit(address.organizationId, address.id)
  await requireRoomForRequests(address.organizationId)
  const maxBytes = TRIGGER_BODY_MAX_BYTES
  const bytes = await logRefusal(address, 'tooLarge', () => readBodyBytes(request, maxBytes))
  if (isWooCommercePing(bytes)) return answer(200)
  const { method, headers } = request
  const { pathname, search } = new URL(request.url)
  await logRefusal(address, 'forged', () => {
    if (!isSignedAsRequired(address, { method, headers, body: bytes, url: `${env.baseUrl}${pathname}${search}` }))
      throw new TriggerSignatureInvalid()
  })
  const bodies = await logRefusal(address, 'unreadable', () =>
    readAnyBody({ headers, bytes, maxBytes, maxElements: TRIGGER_BATCH_MAX }),
  )
  await storeRequests(address, bodies)
  return answer(202)
}

/** HEAD /t/:secret: whether the address exists, which some systems ask before they send; null for another kind of link. @throws {NotFound} */
export async function handleTriggerProbe(code: string): Promise<Response | null> {
  if (!isAddressSecret(code)) return null
  if (!(await findTriggerAddress(code))) throw new NotFound('path')
  return answer(200)
}

function answer(status: 200 | 202): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** WooCommerce sends one unsigned request when a webhook is saved, and keeps it only after a 200. */
function isWooCommercePing(bytes: Buffer): boolean {
  return bytes.length < 50 && /^webhook_id=\d+$/.test(bytes.toString('latin1'))
}

async function logRefusal<T>(
  address: ReceivingAddress,
  outcome: RefusedOutcome,
  read: () => T | Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && (await mayLogRefusal(address.id))) {
      const isTooLarge = error.code === 'PAYLOAD_TOO_LARGE'
      await recordRefusedRequest(address, isTooLarge ? 'tooLarge' : outcome, listFindings(error))
    }
    throw error
  }
}

function listFindings({ fields = {} }: AppError) {
  return Object.entries(fields).flatMap(([field, messages]) => messages.map((message) => ({ field, message })))
}
