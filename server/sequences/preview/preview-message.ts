import type { Message } from '../../messaging/message'
import { measureSms } from '../../messaging/sms-text'
import { buildPlaceholderValues, chooseLanguage, composeMessage } from '../sending/compose-message'
import { findPreviewReason, loadPreviewContext, toMessageContext } from './load-message-context'
import { extractPreheader } from './preheader'
import type { MessagePreview, PreviewMessage } from './schema'
import { estimateSmsCost } from './sms-cost'

/** Of no row: the links of a preview open nothing. */
const NO_SENDING_STEP_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Composes the message that a sending would compose from this draft. Writes nothing.
 * @throws {NotFound} for a contact or survey of another organization
 */
export async function previewMessage(
  organizationId: string,
  { draft, contactId, language }: PreviewMessage,
): Promise<MessagePreview> {
  const context = await loadPreviewContext(organizationId, contactId, language)
  const composition = await toMessageContext(context, draft, NO_SENDING_STEP_ID)
  return {
    language: chooseLanguage(composition),
    reason: await findPreviewReason(context, composition),
    placeholders: buildPlaceholderValues(composition),
    ...presentMessage(composeMessage(composition)),
  }
}

function presentMessage(message: Message) {
  if (message.channel === 'email') {
    const { channel, from, to, replyTo, subject, html, text } = message
    return {
      channel,
      from: `${from.name} <${from.address}>`,
      to: to.address,
      replyTo: replyTo?.address ?? null,
      subject,
      preheader: extractPreheader(html),
      html,
      text,
    }
  }
  const { channel, from, to, text } = message
  const { nonGsmCharacters, ...length } = measureSms(text)
  const cost = estimateSmsCost(to, length.segments)
  return { channel, from, to, text, ...length, nonGsmCharacters: [...nonGsmCharacters], cost }
}
