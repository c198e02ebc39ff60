import { getTranslator } from '../../messages/message-catalogue'
import type { Message } from '../../messaging/message'
import { FONT_STYLE } from '../../messaging/templates/layout'
import type { Language } from '../../validation/schema'

/** @property number from 1 */
export type TestPosition = { number: number; count: number }

const NOTE_STYLE = `margin:0;padding:12px 16px;background:#fff4cc;color:#3d3200;text-align:center;${FONT_STYLE};font-size:14px;line-height:20px`

/** Marks a message as a test, in its subject and above its text; several of one test are numbered. */
export function markAsTest<M extends Message>(message: M, language: Language, { number, count }: TestPosition): M {
  const mark = count === 1 ? '[Test]' : `[Test ${number}/${count}]`
  if (message.channel === 'sms') return { ...message, text: `${mark} ${message.text}` }
  const note = getTranslator(language, 'email')('testNote')
  // The first table follows the hidden preheader, which so stays what mailboxes show after the subject.
  const html = message.html.replace(
    '<table role="presentation"',
    (table) => `<p style="${NOTE_STYLE}">${mark} ${note}</p>${table}`,
  )
  return { ...message, subject: `${mark} ${message.subject}`, text: `${mark} ${note}\n\n${message.text}`, html }
}
