import { buffer } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim/index.js'
import type { DkimKey } from './message'

/**
 * What a recipient sees and what mailbox providers require to be signed: `List-Unsubscribe-Post` (RFC 8058, 4) and `Feedback-ID` (Google).
 * Not `Message-ID` and `Date`, which relays such as Amazon SES replace: RFC 6376, 5.4.1 recommends both, but a broken signature is worse.
 */
const SIGNED_HEADERS = [
  'From',
  'Reply-To',
  'To',
  'Subject',
  'In-Reply-To',
  'References',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Feedback-ID',
  'Auto-Submitted',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
]

/**
 * Prepends a DKIM signature: rsa-sha256, relaxed/relaxed, which survives refolded headers and changed white space. The last step before
 * a message is sent.
 * @throws {Error} if the key cannot sign: an unsigned message would fail DMARC
 */
export async function signMessage(text: Buffer, { domain, selector, privateKey }: DkimKey): Promise<Buffer> {
  const dkim = new DKIM({
    domainName: domain,
    keySelector: selector,
    privateKey,
    headerFieldNames: SIGNED_HEADERS.join(':'),
  })
  const signed = await buffer(dkim.sign(text))
  if (signed.length === text.length) throw new Error('The DKIM key of the sending domain cannot sign.')
  return signed
}
