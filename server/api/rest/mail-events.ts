import { MailEventRefused, NotFound, ValidationError } from '../../errors'
import { findMailEventIntake } from '../../message-events/intake/intakes'
import { receiveMailEvents } from '../../message-events/intake/receive-mail-events'
import { localizableMessage } from '../../messages/localizable-message'
import { enforceMailEventLimit, enforceRefusedMailEventLimit } from '../../rate-limit/mail-event-rate-limit'

/** SendGrid sends batches of up to 768 KB. */
export const MAIL_EVENTS_MAX_BYTES = 1_048_576

/**
 * POST /api/mail-events/:provider/:token: what a mail provider reports. Answers 200 only once everything is stored.
 * @throws {NotFound} @throws {MailEventRefused} @throws {ValidationError} @throws {RateLimitExceeded}
 */
export async function handleMailEvents(
  request: Request,
  { provider, token }: { provider: string; token: string },
): Promise<Response> {
  const intake = await findMailEventIntake(provider, token)
  if (!intake) throw new NotFound('path')
  await enforceMailEventLimit(intake.id, request.headers)
  const body = Buffer.from(await request.arrayBuffer())
  const outcome = await receiveMailEvents(intake, { headers: request.headers, body })
  if (outcome === 'unreadable') throw new ValidationError({ body: [localizableMessage('request.notJson')] })
  if (outcome === 'received') return new Response(null, { status: 200, headers: { 'Cache-Control': 'no-store' } })
  await enforceRefusedMailEventLimit(intake.id, request.headers)
  throw new MailEventRefused()
}
