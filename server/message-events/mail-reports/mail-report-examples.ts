/* Reports as mail servers write them, about a message of ours. */

type Returned = { messageId: string; token?: string; bounceAddress?: string }

/** @property statuses the blocks of one recipient each */
export function aDeliveryReport(
  { messageId, token, bounceAddress = 'feedback@example.com' }: Returned,
  statuses: readonly Record<string, string>[],
  { from = 'MAILER-DAEMON@mx.example.com (Mail Delivery System)', returned = 'message/rfc822' } = {},
): string {
  return [
    `From: ${from}`,
    `To: ${bounceAddress}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Message-Id: <20261122101010.ABCDEF@mx.example.com>',
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="b/mx.example.com"',
    'MIME-Version: 1.0',
    '',
    '--b/mx.example.com',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your message could not be delivered.',
    '',
    '--b/mx.example.com',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    'Arrival-Date: Sun, 22 Nov 2026 10:10:00 +0000',
    ...statuses.flatMap((fields) => ['', ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`)]),
    '',
    '--b/mx.example.com',
    `Content-Type: ${returned}`,
    '',
    ...(token === undefined ? [] : [`X-Feedback-Message-Id: ${token}`]),
    `Message-ID: ${messageId}`,
    'Subject: A question',
    'Content-Type: text/plain',
    '',
    'Hello',
    '',
    '--b/mx.example.com--',
    '',
  ].join('\r\n')
}

/** What receivers say of an address that does not exist: fields of a status block. */
export const UNKNOWN_ADDRESS_STATUSES = {
  Postfix: {
    'Final-Recipient': 'rfc822; ada@example.com',
    'Original-Recipient': 'rfc822;ada@example.com',
    Action: 'failed',
    Status: '5.1.1',
    'Remote-MTA': 'dns; mail.example.com',
    'Diagnostic-Code':
      'smtp; 550 5.1.1 <ada@example.com>: Recipient address\r\n    rejected: User unknown in virtual mailbox table',
  },
  Exchange: {
    'Final-Recipient': 'rfc822;ada@example.com',
    Action: 'failed',
    Status: '5.1.10',
    'Diagnostic-Code':
      'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@example.com not found by SMTP address lookup',
  },
  Gmail: {
    'Final-Recipient': 'rfc822; ada@example.com',
    Action: 'failed',
    Status: '5.1.1',
    'Remote-MTA': 'dns; gmail-smtp-in.l.google.com. (142.250.27.26, the server for the domain example.com.)',
    'Diagnostic-Code':
      'smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n 550-5.1.1 double-checking the recipient’s email address for typos or\r\n 550 5.1.1 unnecessary spaces.',
    'Last-Attempt-Date': 'Sun, 22 Nov 2026 10:11:12 +0000',
  },
  Yahoo: {
    'Final-Recipient': 'rfc822; ada@example.com',
    Action: 'failed',
    Status: '5.0.0',
    'Diagnostic-Code': "smtp; 554 delivery error: dd This user doesn't have a yahoo.com account (ada@example.com) [0]",
  },
  IronPort: {
    'Final-Recipient': 'rfc822;ada@example.com',
    Action: 'failed (bad destination mailbox address)',
    Status: '5.0.0 (permanent failure)',
    'Remote-MTA': 'dns; [192.0.2.9]',
    'Diagnostic-Code': "smtp; 550-'No such user (ada)' (delivery attempts: 0)",
  },
  Mailgun: {
    'Final-Recipient': 'rfc822; ada@example.com',
    Action: 'failed',
    Status: '5.1.1',
    'Diagnostic-Code': 'smtp; 550 5.1.1 Mailbox does not exist',
  },
} as const satisfies Record<string, Record<string, string>>

/** https://www.rfc-editor.org/rfc/rfc5965#appendix-B */
export function aComplaintReport({ messageId, token }: Returned, type = 'abuse'): string {
  return [
    'From: <abusedesk@example.com>',
    'Date: Thu, 8 Mar 2026 17:40:36 EDT',
    'Subject: FW: A question',
    'To: <abuse@example.net>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report;',
    '     boundary="part1_13d.2e68ed54_boundary"',
    '',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: text/plain; charset="US-ASCII"',
    'Content-Transfer-Encoding: 7bit',
    '',
    'This is an email abuse report.',
    '',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    'Original-Mail-From: <somespammer@example.net>',
    'Original-Rcpt-To: <ada@example.com>',
    'Arrival-Date: Thu, 8 Mar 2026 14:00:00 EDT',
    'Source-IP: 192.0.2.1',
    '',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    ...(token === undefined ? [] : [`X-Feedback-Message-Id: ${token}`]),
    `Message-ID: ${messageId}`,
    'Subject: A question',
    '',
    'Hello',
    '--part1_13d.2e68ed54_boundary--',
    '',
  ].join('\r\n')
}
